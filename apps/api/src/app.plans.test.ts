import type { Tx } from '@laurel/database/client';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { readNumbers } from './features/phone/numbers.store.ts';
import { countPeople } from './features/public-log/reports.store.ts';
import { lockExpired } from './features/social/store.ts';
import { prune } from './jobs/upkeep.ts';

const PEOPLE = 3_000;
/** The rows of a table, of any size, that a statement may read: fewer than this. */
const FEW = 200;

const FILL = `
  WITH made AS (
    INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, created_at, email_verified_at, totp_secret, totp_confirmed_at)
    SELECT 'Voter', 'v' || i || '@example.org', 'v' || i || '@example.org', '+38067' || lpad(i::text, 7, '0'), '-', $1::timestamptz - interval '9 days', $1, '\\x00', $1
      FROM generate_series(1, ${PEOPLE}) i
    RETURNING id
  ), phones AS (
    INSERT INTO phone_verifications (account_id, phone_hash, verified_at) SELECT id, sha256(id::text::bytea), $1 FROM made
  ), links AS (
    INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
    SELECT id, 'INSTAGRAM_SUBSCRIPTION', sha256(id::text::bytea), $1 FROM made
  ), asked AS (
    INSERT INTO social_requests (event_hash, account_id, provider, tag, subject_hash, status, created_at, expires_at, decided_at)
    SELECT sha256(id::text::bytea), id, 'INSTAGRAM_SUBSCRIPTION', 'somebody', sha256(id::text::bytea), 'VERIFIED', $1::timestamptz - interval '2 days',
           $1::timestamptz - interval '1 day', $1
      FROM made
    RETURNING id
  )
  INSERT INTO audit_entries (at, actor, action, subject, reason)
  SELECT $1, 'Olena', 'review.approve', 'submission ' || id, 'a test' FROM asked`;

/** Counts the reads of this transaction: rows of whole tables, rows by index, and look-ups in an index. */
const READ = `
  SELECT coalesce(sum(seq_tup_read), 0)::int AS whole, coalesce(sum(idx_tup_fetch), 0)::int AS "byIndex",
         coalesce(sum(idx_scan), 0)::int AS lookups
    FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`;
type Read = { whole: number; byIndex: number; lookups: number };

describe('with many accounts', () => {
  const api = useTestApi();
  const owner = useOwner(api);
  beforeAll(async () => {
    await owner.query(FILL, [api.clock.now()]);
    await owner.query('ANALYZE');
  });

  /**
   * Counts what `work` reads of tables. Earlier reads of the connection, which the statistics may contain, are
   * deducted.
   */
  const readsOf = (tables: string[], work: (tx: Tx) => Promise<unknown>): Promise<Read> =>
    api.deps.db.$transaction(async (tx) => {
      const look = async (): Promise<Read> =>
        (await tx.$queryRawUnsafe<Read[]>(READ, tables))[0] ?? { whole: 0, byIndex: 0, lookups: 0 };
      const before = await look();
      await work(tx);
      const after = await look();
      return {
        whole: after.whole - before.whole,
        byIndex: after.byIndex - before.byIndex,
        lookups: after.lookups - before.lookups,
      };
    });

  it('the rows of a table that is read as a whole are counted', async () => {
    const read = await readsOf(['accounts'], (tx) => tx.$queryRaw`SELECT count(*) FROM accounts WHERE name = 'Nobody'`);
    expect(read.whole).toBeGreaterThanOrEqual(PEOPLE);
  });

  it('requests expire without a look at those that were decided', async () => {
    const read = await readsOf(['social_requests'], async (tx) => {
      expect(await lockExpired(tx, api.clock.now(), 100)).toEqual([]);
    });
    expect(read.whole).toBe(0);
    expect(read.byIndex).toBeLessThan(FEW);
  });

  it('unproven accounts are deleted without a look at the others', async () => {
    const read = await readsOf(['accounts'], (tx) => prune(tx, api.clock.now()));
    expect(read.whole).toBe(0);
    expect(read.byIndex).toBeLessThan(FEW);
  });

  it('verified people are counted without a look-up for each', async () => {
    const client = await api.deps.pool.connect();
    try {
      await client.query('BEGIN');
      const lookups = async (): Promise<number> =>
        (await client.query<Read>(READ, [['accounts', 'phone_verifications', 'social_links']])).rows[0]?.lookups ?? 0;
      const before = await lookups();
      expect(await countPeople(client)).toBe(PEOPLE);
      expect((await lookups()) - before).toBeLessThan(FEW);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  });

  it('the last phone numbers are read without the earlier ones', async () => {
    const read = await readsOf(['accounts', 'phone_verifications'], async (tx) => {
      // As with tables that are too large to be read as a whole.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
      expect((await readNumbers(tx, 'ff000000-0000-0000-0000-000000000000', 100)).length).toBeGreaterThan(0);
    });
    expect(read.whole).toBe(0);
    expect(read.byIndex).toBeLessThan(FEW);
  });

  it('votes are selected by a network without a look at the others', async () => {
    await owner.query(
      `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
       SELECT a.voter_id, n.category_id, n.id, $1 FROM accounts a, (SELECT * FROM nominees ORDER BY id LIMIT 1) n`,
      [api.clock.now()],
    );
    await owner.query(
      `INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent)
       SELECT v.voter_id, v.category_id, $1, CASE WHEN v.place <= 10 THEN cidr '198.51.100.0/24' ELSE cidr '203.0.113.0/24' END, 'Chrome'
         FROM (SELECT *, row_number() OVER () AS place FROM votes) v`,
      [api.clock.now()],
    );
    await owner.query('ANALYZE');
    const read = await readsOf(['votes'], async (tx) => {
      const [found] = await tx.$queryRaw<{ votes: number }[]>`
        SELECT count(*)::int AS votes FROM selected_votes('{"networks": ["198.51.100.0/24"]}')`;
      expect(found).toEqual({ votes: 10 });
    });
    expect(read.whole).toBe(0);
    expect(read.byIndex).toBeLessThan(FEW);
  });
});
