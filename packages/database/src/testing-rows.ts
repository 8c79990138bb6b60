import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { importEdition } from './editions.ts';
import type { NomineeChanges, NomineeImport } from './nominees.ts';
import type { Queryable } from './queryable.ts';

/** The creation time of all test rows. */
export const THEN = new Date('2026-05-01T10:00:00.000Z');
export const LATER = new Date('2026-05-02T10:00:00.000Z');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

export type Row = Readonly<Record<string, unknown>>;

/** Inserts a row and returns it. */
export const insertRow = async (client: pg.ClientBase, table: string, row: Row): Promise<Row> => {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await client.query<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(row),
  );
  return rows[0] ?? {};
};

/** How many locks are waited for in the client's database. The server has the databases of other test files, too. */
export const countWaiting = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.datname = current_database()`,
  );
  return rows[0]?.waiting ?? 0;
};

/** A minimal account. */
export const accountRow = (): Row => {
  const email = `${randomUUID()}@example.org`;
  return { name: 'Voter', email, email_canonical: email, password_hash: '-', created_at: THEN };
};

/** One valid row for each table with constraints, all of one account; `accounts` is another account. */
export const validRows = (accountId: string): Readonly<Record<string, Row>> => ({
  accounts: accountRow(),
  sessions: { account_id: accountId, created_at: THEN, expires_at: LATER },
  devices: { account_id: accountId, token_hash: randomBytes(32), created_at: THEN, expires_at: LATER },
  backup_codes: { account_id: accountId, code_hash: randomBytes(32) },
  two_factor_setups: {
    account_id: accountId,
    browser_hash: randomBytes(32),
    secret: randomBytes(32),
    created_at: THEN,
    expires_at: LATER,
  },
  challenges: {
    account_id: accountId,
    handle_hash: randomBytes(32),
    kind: 'phone',
    code_hash: randomBytes(32),
    target_hash: randomBytes(32),
    delivery: 'queued',
    created_at: THEN,
    expires_at: LATER,
  },
  sms_charges: {
    account_id: accountId,
    phone_hash: randomBytes(32),
    calling_code: '380',
    network: '203.0.113.0/32',
    charged_at: THEN,
  },
  rate_limits: { key: randomUUID(), points: 1, expires_at: LATER },
  floods: { work: 'login', network: '', heat: 1, is_on: false, at: THEN },
  spent_proofs: { nonce: randomBytes(16), expires_at: LATER },
  claims: { kind: 'phone', fingerprint: randomBytes(32), account_id: accountId, held_until: LATER },
  phone_verifications: { account_id: accountId, phone_hash: randomBytes(32), verified_at: THEN },
  social_links: {
    account_id: accountId,
    provider: 'TELEGRAM_SUBSCRIPTION',
    subject_hash: randomBytes(32),
    verified_at: THEN,
  },
  instagram_accounts: { account_id: accountId, id_hash: randomBytes(32), verified_at: THEN },
  social_requests: {
    account_id: accountId,
    event_hash: randomBytes(32),
    provider: 'INSTAGRAM_SUBSCRIPTION',
    tag: 'someone',
    created_at: THEN,
    expires_at: LATER,
  },
  votes: {
    voter_id: randomUUID(),
    category_id: 1,
    nominee_id: 1,
    cast_at: THEN,
    server_nonce: randomBytes(16),
    browser_nonce: randomBytes(16),
  },
  log_checkpoints: {
    size: '1',
    root: randomBytes(32),
    note: 'a',
    at: THEN,
    votes: 0,
    voters: 0,
    totals: {},
    next_tx: '1',
    cluster: '1',
  },
  log_tiles: { level: 0, tile: '0', data: randomBytes(32) },
  log_votes: { voter_id: randomUUID(), category_id: 1, leaf: '0' },
  log_items: { leaf: '0', kind: 'phase', ref: 'a' },
  log_results: { leaf: '0', nonce: randomBytes(16), text: 'a' },
  log_cosignatures: { size: '1', witness: 'witness.example', line: '— witness.example AAAA', at: THEN },
  vote_origins: {
    voter_id: randomUUID(),
    category_id: 1,
    minute: THEN,
    network: '203.0.113.0/24',
    user_agent: 'Chrome Android',
    time_zone: 'Europe/Kyiv',
  },
});

export type TestVoter = { accountId: string; voterId: string; sessionId: string };

const INSERT_VOTERS = `
  WITH made AS (
    INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
    SELECT 'Voter', mail, mail, '-', $2, $2, '\\x00', $2
      FROM (SELECT gen_random_uuid() || '@example.org' AS mail FROM generate_series(1, $1)) mails
    RETURNING id, voter_id
  ), opened AS (
    INSERT INTO sessions (account_id, created_at, expires_at) SELECT id, $2, $3 FROM made RETURNING id, account_id
  ), phones AS (
    INSERT INTO phone_verifications (account_id, phone_hash, verified_at) SELECT id, sha256(id::text::bytea), $2 FROM made
  ), links AS (
    INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
    SELECT id, 'TELEGRAM_SUBSCRIPTION', sha256(id::text::bytea), $2 FROM made
  )
  SELECT made.id AS "accountId", made.voter_id AS "voterId", opened.id AS "sessionId"
    FROM made JOIN opened ON opened.account_id = made.id`;

/** Inserts fully verified voters with a session each, from THEN to LATER. `owner` is the owner's client. */
export const insertVoters = async (owner: pg.ClientBase, count: number): Promise<TestVoter[]> => {
  const { rows } = await owner.query<TestVoter>(INSERT_VOTERS, [count, THEN, LATER]);
  return rows;
};

/** Inserts one fully verified voter. */
export const insertVoter = async (owner: pg.ClientBase): Promise<TestVoter> => {
  const [voter] = await insertVoters(owner, 1);
  if (!voter) throw new Error('no voter was inserted');
  return voter;
};

/** Makes an edition the current one, unless there is one or the database is of before editions had years. */
export const ensureYear = async (owner: Queryable): Promise<void> => {
  await owner.query(`DO $$ BEGIN
    IF to_regclass('public.years') IS NOT NULL THEN
      INSERT INTO years (year, state) SELECT 2026, 'current' WHERE NOT EXISTS (SELECT FROM years);
    END IF;
  END $$`);
};

/** Inserts categories with the same number of nominees each and returns the nominees' ids by category. */
export const insertNominees = async (
  owner: pg.ClientBase,
  categories: number,
  nominees: number,
): Promise<readonly (readonly number[])[]> => {
  await ensureYear(owner);
  const ids: number[][] = [];
  for (let index = 0; index < categories; index += 1) {
    const { id: categoryId } = await insertRow(owner, 'categories', { nomination: 'award', niche: `n${index}` });
    const { rows } = await owner.query<{ id: number }>(
      `INSERT INTO nominees (category_id, company) SELECT $1, 'company-' || i FROM generate_series(1, $2) i RETURNING id`,
      [categoryId, nominees],
    );
    ids.push(rows.map(({ id }) => id));
  }
  return ids;
};

/** The octets of a vote's nonces: the server's and the browser's. */
const NONCES_BYTES = 32;

/** Casts a batch of `[session id, nominee id]` and returns one outcome code for each, in order. */
export const castVotes = async (
  client: Queryable,
  ballots: readonly (readonly [sessionId: string, nomineeId: number])[],
  at: Date = THEN,
  slot = 0,
): Promise<string> => {
  const { rows } = await client.query<{ outcomes: string }>('SELECT cast_votes($1, $2, $3, $4, $5) AS outcomes', [
    ballots.map(([session]) => session),
    ballots.map(([, nominee]) => nominee),
    randomBytes(NONCES_BYTES * ballots.length),
    at,
    slot,
  ]);
  return rows[0]?.outcomes ?? '';
};

/** The current totals: nominee id → count. */
export const readTotals = async (client: Queryable): Promise<Map<number, number>> => {
  const { rows } = await client.query<{ nominee_id: number; count: string }>('SELECT * FROM tally_totals');
  return new Map(rows.map((row) => [row.nominee_id, Number(row.count)]));
};

/** Imports an edition with only nominees and times, with a reason, at `now` (1 May 2026 by default). */
export const importNominees = async (
  owner: string | pg.ClientBase,
  { announcedAt = null, ...list }: Omit<NomineeImport, 'announcedAt'> & { announcedAt?: Date | null },
  { allowWithdraw = false, now = THEN } = {},
): Promise<NomineeChanges> => {
  const edition = {
    ...list,
    announcedAt,
    year: 2026,
    approvals: 1,
    embargo: false,
    facts: {},
    digest: JSON.stringify(list),
    files: new Map(),
  };
  const by = { actor: 'test', reason: 'a test' };
  const options = { by, allowWithdraw, now: () => new Date(now.getTime() - 1) };
  const { added, withdrawn, restored } = await importEdition(owner, edition, options);
  return { added, withdrawn, restored };
};
