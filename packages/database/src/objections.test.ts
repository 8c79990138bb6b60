import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import {
  castVotes,
  connect,
  countWaiting,
  insertNominees,
  insertVoters,
  LATER,
  sha256,
  type TestVoter,
  THEN,
} from './testing-rows.ts';

const ZERO = '00000000-0000-0000-0000-000000000000';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.Client;
let app: pg.Client;
let desk: pg.Client;
let voters: TestVoter[];

beforeEach(async () => {
  test = await openTestDatabase();
  ({ owner, app } = test);
  desk = await connect(test.consoleUrl);
  const nominees = await insertNominees(owner, 2, 2);
  voters = await insertVoters(owner, 7);
  await castVotes(
    app,
    voters.flatMap(({ sessionId }) => nominees.map(([first = 0]) => [sessionId, first] as const)),
  );
});
afterEach(async () => {
  await desk.end();
  await test.close();
});

const accounts = (from: number, to: number): string[] => voters.slice(from, to).map(({ accountId }) => accountId);
const propose = async (of: readonly string[]): Promise<number> => {
  const { rows } = await desk.query<{ id: number }>(
    `SELECT propose_exclusion($1, '{"en": "One person cast them."}', 'a farm', NULL, 1::int2, 'olena', $2) AS id`,
    [{ accounts: of }, THEN],
  );
  return rows[0]?.id ?? 0;
};
const change = async (id: number, undo: boolean, client = desk): Promise<boolean> =>
  (
    await client.query<{ done: boolean }>(`SELECT apply_exclusion($1, $2, 'olena', 'a farm', $3) AS done`, [
      id,
      undo,
      THEN,
    ])
  ).rows[0]?.done ?? false;
const applied = async (of: readonly string[]): Promise<number> => {
  const id = await propose(of);
  expect(await change(id, false)).toBe(true);
  return id;
};

type Told = { voter_id: string; account_id: string | null };
const claim = async (id: number, after = ZERO, limit = 100, client = app): Promise<Told[]> =>
  (await client.query<Told>('SELECT * FROM claim_exclusion_notices($1, $2, $3, $4)', [id, after, limit, THEN])).rows;
const claimUndone = async (id: number, client = app) =>
  (
    await client.query<{ account_id: string; email: string | null; still_held: boolean }>(
      'SELECT * FROM claim_undone_notices($1, $2, 100, $3)',
      [id, ZERO, LATER],
    )
  ).rows;
/** Resolves when a statement waits for a lock. */
const untilWaiting = (): Promise<void> => expect.poll(() => countWaiting(owner), { interval: 20 }).toBe(1);
const toldOf = (rows: readonly Told[]): string[] => rows.flatMap(({ account_id }) => account_id ?? []);
const erase = (accountId: string, client = app) =>
  client.query('SELECT erase_account($1, $2, $3)', [accountId, sha256(accountId), LATER]);
const noticed = async (id: number): Promise<string[]> =>
  (
    await owner.query<{ account_id: string }>('SELECT account_id FROM exclusion_notices WHERE exclusion_id = $1', [id])
  ).rows.map(({ account_id }) => account_id);

describe('applying and undoing an exclusion', () => {
  it('queues one job each, in the same transaction', async () => {
    const id = await propose(accounts(0, 2));
    await desk.query('BEGIN');
    await change(id, false);
    await desk.query('ROLLBACK');
    const jobs = async () =>
      (await owner.query(`SELECT payload, key, priority FROM graphile_worker._private_jobs ORDER BY id`)).rows;
    expect(await jobs()).toEqual([]);
    await change(id, false);
    await change(id, true);
    expect(await jobs()).toEqual([
      { payload: { exclusion: id, undone: false }, key: `exclusion ${id}`, priority: 10 },
      { payload: { exclusion: id, undone: true }, key: `exclusion ${id} undone`, priority: 10 },
    ]);
  });
});

describe('the notices of an exclusion', () => {
  it('are for each person once, in pages, however many ask at the same time', async () => {
    const id = await applied(accounts(0, 6));
    const [one, other] = [await connect(test.url), await connect(test.url)];
    const pages = await Promise.all([claim(id, ZERO, 4, one), claim(id, ZERO, 4, other)]);
    await Promise.all([one.end(), other.end()]);
    expect(pages.flatMap(toldOf)).toHaveLength(4);
    const last = pages[0]?.at(-1)?.voter_id ?? '';
    const rest = await claim(id, last);
    expect(rest).toHaveLength(2);
    expect([...pages.flatMap(toldOf), ...toldOf(rest)].sort()).toEqual(accounts(0, 6).sort());
    expect(toldOf(await claim(id))).toEqual([]);
    expect(await claim(id)).toHaveLength(6);
  });

  it('leave out people who are erased or have no confirmed address, and those of an exclusion that is not applied', async () => {
    const [gone = '', unproven = '', reached = ''] = accounts(0, 3);
    const id = await applied([gone, unproven, reached]);
    await erase(gone);
    await owner.query('UPDATE accounts SET email_verified_at = NULL, totp_confirmed_at = NULL WHERE id = $1', [
      unproven,
    ]);
    expect(toldOf(await claim(id))).toEqual([reached]);
    expect(await claim(await propose(accounts(3, 4)))).toEqual([]);
  });

  it('reach nobody who is erased at the same time, and no row is left of them', async () => {
    const [leaver = ''] = accounts(0, 1);
    const id = await applied([leaver]);
    const eraser = await connect(test.url);
    await eraser.query('BEGIN');
    await erase(leaver, eraser);
    const waiting = claim(id);
    await Promise.race([waiting, untilWaiting()]);
    await eraser.query('COMMIT');
    await eraser.end();
    expect(toldOf(await waiting)).toEqual([]);
    expect(await noticed(id)).toEqual([]);
  });

  it('of an undo go to everybody who was told, also by a page that was open at the time', async () => {
    const id = await applied(accounts(0, 3));
    const worker = await connect(test.url);
    await app.query('BEGIN');
    expect(toldOf(await claim(id))).toHaveLength(3);
    // The job of the undo runs once, as soon as the undo is committed.
    const undoing = change(id, true).then(() => claimUndone(id, worker));
    await Promise.race([undoing, untilWaiting()]);
    await app.query('COMMIT');
    const told = await undoing;
    expect(told.map(({ account_id }) => account_id).sort()).toEqual(accounts(0, 3).sort());
    const held = { email: expect.any(String), still_held: false };
    expect(told).toMatchObject([held, held, held]);
    expect((await claimUndone(id, worker)).map(({ email }) => email)).toEqual([null, null, null]);
    await worker.end();
  });

  it('of an undo reach nobody who was never told, and tell who has votes that are still left out', async () => {
    const one = await applied(accounts(0, 2));
    await applied(accounts(1, 2));
    expect(toldOf(await claim(one))).toHaveLength(2);
    const untold = await applied(accounts(2, 3));
    await change(untold, true);
    expect(await claim(untold)).toEqual([]);
    expect(await claimUndone(untold)).toEqual([]);
    await change(one, true);
    const held = new Map((await claimUndone(one)).map(({ account_id, still_held }) => [account_id, still_held]));
    expect(accounts(0, 2).map((id) => held.get(id))).toEqual([false, true]);
  });
});

describe('an objection', () => {
  const object = async (exclusion: number, accountId: string): Promise<number> => {
    const { rows } = await app.query<{ id: number }>(
      'INSERT INTO objections (exclusion_id, account_id, text, made_at) VALUES ($1, $2, $3, $4) RETURNING id',
      [exclusion, accountId, 'These were my own votes.', THEN],
    );
    return rows[0]?.id ?? 0;
  };
  const answer = async (id: number, client = desk): Promise<boolean> =>
    (
      await client.query<{ done: boolean }>(
        `SELECT answer_objection($1, 'We looked again.', 'olena', 'seen', $2) AS done`,
        [id, LATER],
      )
    ).rows[0]?.done ?? false;

  it('is made once for each person and exclusion', async () => {
    const [accountId = ''] = accounts(0, 1);
    const id = await applied([accountId]);
    await object(id, accountId);
    await expect(object(id, accountId)).rejects.toMatchObject({ constraint: 'objections_exclusion_id_account_id_key' });
  });

  it('is answered once, however many answer at the same time, with one mail and one entry of the audit log', async () => {
    const [accountId = ''] = accounts(0, 1);
    const exclusion = await applied([accountId]);
    const id = await object(exclusion, accountId);
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect(test.consoleUrl)));
    const answers = await Promise.all(clients.map((client) => answer(id, client)));
    await Promise.all(clients.map((client) => client.end()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const jobs = await owner.query(`SELECT payload FROM graphile_worker._private_jobs WHERE key = $1`, [
      `objection ${id}`,
    ]);
    expect(jobs.rows).toEqual([{ payload: { objection: id } }]);
    const entries = await owner.query(
      `SELECT actor, subject, reason, detail FROM audit_entries WHERE action = 'objection.answer'`,
    );
    expect(entries.rows).toEqual([
      { actor: 'olena', subject: `objection ${id}`, reason: 'seen', detail: { exclusion } },
    ]);
  });

  it('is written and answered by nobody past the rights of their role', async () => {
    const [accountId = ''] = accounts(0, 1);
    const exclusion = await applied([accountId]);
    const id = await object(exclusion, accountId);
    for (const [client, sql] of [
      [app, `UPDATE objections SET answer = 'no', answered_at = now(), answered_by = 'x'`],
      [app, 'DELETE FROM objections'],
      [app, `SELECT answer_objection(${id}, 'no', 'x', 'y', now())`],
      [app, 'INSERT INTO exclusion_notices SELECT 1, gen_random_uuid(), now()'],
      [
        desk,
        `INSERT INTO objections (exclusion_id, account_id, text, made_at) SELECT ${exclusion}, '${ZERO}', 'x', now()`,
      ],
      [desk, `UPDATE objections SET answer = 'no'`],
      [desk, 'SELECT * FROM exclusion_notices'],
      [desk, `SELECT * FROM claim_exclusion_notices(${exclusion}, '${ZERO}', 1, now())`],
      [desk, 'SELECT * FROM graphile_worker._private_jobs'],
    ] as const) {
      await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('is deleted with the notices when the account is erased', async () => {
    const [accountId = '', other = ''] = accounts(0, 2);
    const exclusion = await applied([accountId, other]);
    await claim(exclusion);
    await object(exclusion, accountId);
    await object(exclusion, other);
    await erase(accountId);
    const { rows } = await owner.query('SELECT account_id FROM objections');
    expect(rows).toEqual([{ account_id: other }]);
    expect(await noticed(exclusion)).toEqual([other]);
  });
});

describe('the export of an exclusion', () => {
  it('returns its votes and is recorded', async () => {
    const id = await applied(accounts(0, 2));
    const { rows } = await desk.query(`SELECT * FROM export_exclusion($1, 'olena', 'for the auditor', $2)`, [
      id,
      LATER,
    ]);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ nomination: 'award', niche: 'n0', company: 'company-1' });
    const entries = await owner.query(
      `SELECT subject, reason, detail FROM audit_entries WHERE action = 'exclusion.export'`,
    );
    expect(entries.rows).toEqual([{ subject: `exclusion ${id}`, reason: 'for the auditor', detail: { votes: 4 } }]);
  });
});
