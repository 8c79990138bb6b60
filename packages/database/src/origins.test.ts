import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import {
  castVotes,
  connect,
  countWaiting,
  importNominees,
  insertNominees,
  insertVoters,
  sha256,
  type TestVoter,
  THEN,
} from './testing-rows.ts';

const MINUTE = Math.floor(THEN.getTime() / 60_000);
const DAY_MS = 24 * 3_600_000;

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.Client;
let app: pg.Client;
let voters: TestVoter[];

beforeEach(async () => {
  test = await openTestDatabase();
  ({ owner, app } = test);
  voters = await insertVoters(owner, 10);
});
afterEach(() => test.close());

type Given = { category?: number; network?: string; agent?: string; zone?: string };

const line = (
  sessionId = '',
  { category = 1, network = '203.0.113.0/24', agent = 'Chrome Android', zone = '' }: Given = {},
): string => [sessionId, category, MINUTE, network, agent, zone].join(',');

const record = (...lines: string[]) => app.query('SELECT record_vote_origins($1)', [lines.join('\n')]);
const settle = async (client = app): Promise<boolean> =>
  (await client.query<{ found: boolean }>('SELECT settle_vote_origins() AS found')).rows[0]?.found ?? false;
const settleAll = async (client = app): Promise<void> => {
  while (await settle(client));
};
const stored = async (table = 'vote_origins'): Promise<number> =>
  (await owner.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)).rows[0]?.count ?? -1;
const erase = (client: pg.Client, voter?: TestVoter) =>
  client.query('SELECT erase_account($1, $2, $3)', [voter?.accountId, sha256('someone@example.org'), THEN]);

describe('the origins of votes', () => {
  it('are stored for the voter of the session, once for each vote', async () => {
    const unknown = '00000000-0000-0000-0000-000000000000';
    await record(line(voters[0]?.sessionId, { zone: 'Europe/Kyiv' }), line(unknown));
    await record(line(voters[0]?.sessionId, { network: '2001:db8:1::/48' }));
    await settleAll();
    expect((await owner.query('SELECT * FROM vote_origins')).rows).toEqual([
      {
        voter_id: voters[0]?.voterId,
        category_id: 1,
        minute: new Date(MINUTE * 60_000),
        network: '203.0.113.0/24',
        user_agent: 'Chrome Android',
        time_zone: 'Europe/Kyiv',
      },
    ]);
    expect(await stored('vote_origin_batches')).toBe(0);
  });

  it('are moved once while eight processes move them', async () => {
    for (const { sessionId } of voters) {
      await record(line(sessionId, { category: 1 }), line(sessionId, { category: 2 }));
      await record(line(sessionId, { category: 3 }), line(sessionId, { category: 3 }));
    }
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(test.url)));
    await Promise.all(clients.map(settleAll));
    await Promise.all(clients.map((client) => client.end()));
    await settleAll();
    expect([await stored(), await stored('vote_origin_batches')]).toEqual([30, 0]);
  });

  it('never have the address of a single subscriber', async () => {
    for (const network of ['203.0.113.7/32', '203.0.112.0/25', '2001:db8:1:2::/64']) {
      await record(line(voters[0]?.sessionId, { network }));
      await expect(settle()).rejects.toMatchObject({ constraint: 'vote_origins_network' });
      await owner.query('DELETE FROM vote_origin_batches');
    }
  });

  it('can neither be read nor changed by the application', async () => {
    await record(line(voters[0]?.sessionId));
    for (const table of ['vote_origins', 'vote_origin_batches']) {
      for (const sql of [`SELECT FROM ${table}`, `DELETE FROM ${table}`, `INSERT INTO ${table} DEFAULT VALUES`]) {
        await expect(app.query(sql), sql).rejects.toMatchObject({ code: '42501' });
      }
      // The same statement succeeds with the right that is missing.
      await owner.query(`GRANT SELECT ON ${table} TO ${app.user}`);
      await app.query(`SELECT FROM ${table}`);
      await owner.query(`REVOKE SELECT ON ${table} FROM ${app.user}`);
    }
  });

  it('are read by the console’s role, which can’t change them', async () => {
    await record(line(voters[0]?.sessionId));
    await settleAll();
    const reader = await connect(test.consoleUrl);
    expect((await reader.query('SELECT network FROM vote_origins')).rows).toEqual([{ network: '203.0.113.0/24' }]);
    for (const sql of ['DELETE FROM vote_origins', 'SELECT FROM vote_origin_batches', 'SELECT settle_vote_origins()']) {
      await expect(reader.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    await reader.end();
  });
});

describe('the origins of an erased person', () => {
  it('are deleted, and those not yet moved are never stored', async () => {
    await record(...voters.map(({ sessionId }) => line(sessionId)));
    await settleAll();
    await record(...voters.map(({ sessionId }) => line(sessionId, { category: 2 })));
    await erase(app, voters[0]);
    await settleAll();
    expect(await stored()).toBe(18);
    expect((await owner.query('SELECT FROM vote_origins WHERE voter_id = $1', [voters[0]?.voterId])).rowCount).toBe(0);
  });

  // Without the lock, the erasure does not see the rows of the transaction that is under way.
  it('are deleted even if they are being moved at the same time', async () => {
    await record(...voters.map(({ sessionId }) => line(sessionId)));
    const mover = await connect(test.url);
    await mover.query('BEGIN');
    expect(await settle(mover)).toBe(true);
    const erasing = erase(app, voters[0]);
    await expect.poll(() => countWaiting(owner), { interval: 20 }).toBe(1);
    await mover.query('COMMIT');
    await erasing;
    await mover.end();
    expect(await stored()).toBe(9);
    expect((await owner.query('SELECT FROM vote_origins WHERE voter_id = $1', [voters[0]?.voterId])).rowCount).toBe(0);
  });
});

describe('forgetting the origins of votes', () => {
  const forget = async (at: Date): Promise<number> =>
    (await app.query<{ deleted: number }>('SELECT forget_vote_origins($1) AS deleted', [at])).rows[0]?.deleted ?? -1;
  const after = (start: Date, days: number, ms = 0): Date => new Date(start.getTime() + days * DAY_MS + ms);
  const announce = (at: Date | null, now = THEN) =>
    importNominees(owner, { nominees: [], opensAt: now, closesAt: null, announcedAt: at }, { now });
  const move = (at: Date | null) => owner.query(`INSERT INTO phase_times VALUES ('announced', $1)`, [at]);

  beforeEach(async () => {
    await record(...voters.map(({ sessionId }) => line(sessionId)));
    await settleAll();
    await record(line(voters[0]?.sessionId, { category: 2 }));
  });

  it('deletes all of them 90 days after the announcement, and none before', async () => {
    await announce(THEN);
    expect(await forget(after(THEN, 90, -1))).toBe(0);
    expect([await stored(), await stored('vote_origin_batches')]).toEqual([10, 1]);
    expect(await forget(after(THEN, 90))).toBe(10);
    expect([await stored(), await stored('vote_origin_batches')]).toEqual([0, 0]);
  });

  it('deletes nothing without an announcement', async () => {
    expect(await forget(after(THEN, 9_999))).toBe(0);
    await announce(null);
    expect(await forget(after(THEN, 9_999))).toBe(0);
    expect(await stored()).toBe(10);
  });

  it('counts from the moved announcement, if it was moved', async () => {
    await announce(THEN);
    await move(after(THEN, 5));
    expect(await forget(after(THEN, 95, -1))).toBe(0);
    expect(await forget(after(THEN, 95))).toBe(10);
  });

  // This test fails with the newest edition's time alone: they stay for another year, or for ever.
  it.each([
    ['next year’s edition was published meanwhile', () => announce(after(THEN, 395), after(THEN, 30))],
    ['an edition without an announcement was published meanwhile', () => announce(null, after(THEN, 30))],
    ['the announcement was removed', () => move(null)],
  ])('deletes them 90 days after their announcement although %s', async (_what, change) => {
    await announce(THEN);
    await change();
    expect(await forget(after(THEN, 90, -1))).toBe(0);
    expect(await forget(after(THEN, 91))).toBe(10);
    expect([await stored(), await stored('vote_origin_batches')]).toEqual([0, 0]);
  });

  it('keeps them while an edition puts the announcement off before it takes place', async () => {
    await announce(after(THEN, 5));
    await announce(after(THEN, 50), after(THEN, 1));
    expect(await forget(after(THEN, 140, -1))).toBe(0);
    expect(await forget(after(THEN, 140))).toBe(10);
  });

  it('keeps those of votes after the announcement', async () => {
    await owner.query(`UPDATE vote_origins SET minute = $1 WHERE voter_id = $2`, [after(THEN, 1), voters[0]?.voterId]);
    const later = `${voters[1]?.sessionId},2,${after(THEN, 1).getTime() / 60_000},203.0.113.0/24,Chrome Android,`;
    await record(later);
    await announce(THEN);
    expect(await forget(after(THEN, 9_999))).toBe(9);
    expect([await stored(), await stored('vote_origin_batches')]).toEqual([1, 1]);
  });
});

describe('a selection by origins', () => {
  let nominees: readonly (readonly number[])[];
  const selected = async (selection: object): Promise<number> =>
    (await app.query<{ count: number }>('SELECT count(*)::int FROM selected_votes($1)', [selection])).rows[0]?.count ??
    -1;

  beforeEach(async () => {
    nominees = await insertNominees(owner, 2, 2);
    const categories = (await owner.query<{ id: number }>('SELECT id FROM categories ORDER BY id')).rows;
    await castVotes(
      app,
      voters.flatMap(({ sessionId }) => nominees.map(([nominee = 0]) => [sessionId, nominee] as const)),
    );
    // Three people cast their vote in the first category from one network; all other votes came from another.
    await record(
      ...voters.flatMap(({ sessionId }, index) =>
        categories.map(({ id }, at) =>
          index < 3 && at === 0
            ? line(sessionId, { category: id, network: '198.51.100.0/24', agent: 'curl', zone: 'Asia/Dhaka' })
            : line(sessionId, { category: id, zone: 'Europe/Kyiv' }),
        ),
      ),
    );
  });

  const CASES: readonly [what: string, selection: object, count: number][] = [
    ['a network finds its votes, not all votes of its people', { networks: ['198.51.100.0/24'] }, 3],
    ['a wider network finds the networks in it', { networks: ['198.51.0.0/16'] }, 3],
    ['a part of a network finds nothing: the address is not known', { networks: ['198.51.100.7/32'] }, 0],
    ['any of several networks', { networks: ['198.51.100.0/24', '203.0.113.0/24'] }, 20],
    ['a time zone', { timeZones: ['Asia/Dhaka'] }, 3],
    ['a user agent', { userAgents: ['CURL'] }, 3],
    ['all criteria need one origin', { networks: ['198.51.100.0/24'], timeZones: ['Europe/Kyiv'] }, 0],
  ];

  it.each(CASES)('by %s', async (_what, selection, count) => {
    expect(await selected(selection), 'before they are moved').toBe(count);
    await settleAll();
    expect(await selected(selection), 'after').toBe(count);
  });

  it('also finds all votes of the people whose hints match, each once', async () => {
    await owner.query(
      `INSERT INTO client_hints (account_id, event, observed_ip, created_at) VALUES ($1, 'login', '198.51.100.9', $3), ($2, 'login', '198.51.100.9', $3)`,
      [voters[0]?.accountId, voters[9]?.accountId, THEN],
    );
    await settleAll();
    expect(await selected({ networks: ['198.51.100.0/24'] })).toBe(3 + 1 + 2);
    expect(await selected({ networks: ['198.51.100.0/24'], accounts: [voters[0]?.accountId] })).toBe(2);
    expect(await selected({ networks: ['198.51.100.0/24'], nominees: [nominees[1]?.[0]] })).toBe(2);
  });

  it('finds no vote of a person who was erased', async () => {
    await settleAll();
    await erase(app, voters[0]);
    expect(await selected({ networks: ['198.51.100.0/24'] })).toBe(2);
  });

  it('is proposed by the application, which can’t read them', async () => {
    const { rows } = await app.query<{ id: number }>(
      `SELECT propose_exclusion($1, '{"en": "A farm."}', 'a farm', NULL, 1::int2, 'olena', $2) AS id`,
      [{ networks: ['198.51.100.0/24'] }, THEN],
    );
    expect((await app.query('SELECT votes, voters FROM exclusions WHERE id = $1', [rows[0]?.id])).rows).toEqual([
      { votes: 3, voters: 3 },
    ]);
  });
});
