import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareTallies } from './guards.ts';
import { openTestDatabase } from './testing.ts';
import { castVotes, connect, insertNominees, insertVoters, LATER, type TestVoter, THEN } from './testing-rows.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(THEN.getTime() + hours * HOUR_MS);

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.Client;
let app: pg.Client;
let voters: TestVoter[];
let nominees: readonly (readonly number[])[];
let first: number;
let second: number;

beforeEach(async () => {
  test = await openTestDatabase();
  ({ owner, app } = test);
  nominees = await insertNominees(owner, 2, 2);
  [first, second] = [nominees[0]?.[0] ?? 0, nominees[0]?.[1] ?? 0];
  voters = await insertVoters(owner, 10);
  // Six people vote for the first nominee of each category, four for the second.
  const ballots = voters.flatMap(({ sessionId }, index) =>
    nominees.map((ofCategory) => [sessionId, ofCategory[index < 6 ? 0 : 1] ?? 0] as const),
  );
  await castVotes(app, ballots);
});
afterEach(() => test.close());

const accountsOf = (from: number, to: number): string[] => voters.slice(from, to).map(({ accountId }) => accountId);

type Proposal = { approvals?: number; actor?: string };

const propose = async (
  selection: object,
  { approvals = 1, actor = 'olena' }: Proposal = {},
): Promise<number | null> => {
  const { rows } = await app.query<{ id: number | null }>(
    'SELECT propose_exclusion($1, $2, $3, NULL, $4, $5, $6) AS id',
    [selection, { en: 'One person cast them.' }, 'a farm', approvals, actor, THEN],
  );
  return rows[0]?.id ?? null;
};

const flag = async (sql: string, values: readonly unknown[], client: pg.Client = app): Promise<boolean> =>
  (await client.query<{ done: boolean }>(`SELECT ${sql} AS done`, [...values])).rows[0]?.done ?? false;

const decide = (id: number | null, approve: boolean, actor: string, at = THEN) =>
  flag('decide_exclusion($1, $2, $3, $4, $5)', [id, approve, actor, 'looked at it', at]);
const apply = (id: number | null, at = THEN, client = app) =>
  flag('apply_exclusion($1, false, $2, $3, $4)', [id, 'olena', 'a farm', at], client);
const undo = (id: number | null, client = app) =>
  flag('apply_exclusion($1, true, $2, $3, $4)', [id, 'olena', 'a mistake', THEN], client);

/** The published votes of the first category, after publishing everything that is due. */
const published = async (seconds: number, votes = 1, final = false): Promise<[number, number]> => {
  const { rows } = await app.query<{ nominee_id: number; count: string }>(
    'SELECT * FROM publish_tallies($1, 1, $2, $3)',
    [new Date(THEN.getTime() + seconds * 1000), votes, final],
  );
  const of = (nominee: number) => Number(rows.find((row) => row.nominee_id === nominee)?.count ?? 0);
  return [of(first), of(second)];
};

describe('an exclusion', () => {
  it('changes no count until it is applied, and every count when it is', async () => {
    expect(await published(0)).toEqual([6, 4]);
    const id = await propose({ accounts: accountsOf(0, 3) });
    expect(await published(5)).toEqual([6, 4]);
    expect(await apply(id)).toBe(true);
    expect(await published(10)).toEqual([3, 4]);
    expect(await undo(id)).toBe(true);
    expect(await published(15)).toEqual([6, 4]);
    expect(await compareTallies(owner)).toEqual([]);
  });

  it('keeps the votes as they are, so that nobody votes again', async () => {
    const before = await owner.query('SELECT * FROM votes ORDER BY voter_id, category_id');
    await apply(await propose({ accounts: accountsOf(0, 3) }));
    expect((await owner.query('SELECT * FROM votes ORDER BY voter_id, category_id')).rows).toEqual(before.rows);
    expect(await castVotes(app, [[voters[0]?.sessionId ?? '', second]])).toBe('E');
  });

  it('that is undone restores every published byte', async () => {
    const bytes = async () =>
      (await owner.query('SELECT category_id, counts::text, votes FROM published_tallies')).rows;
    await published(0, 1, true);
    const before = await bytes();
    const id = await propose({ nominees: [first] });
    await apply(id);
    await published(5, 1, true);
    expect(await bytes()).not.toEqual(before);
    await undo(id);
    await published(10, 1, true);
    expect(await bytes()).toEqual(before);
  });

  it('counts a vote out once while two exclusions hold it, and in again after both are undone', async () => {
    const one = await propose({ accounts: accountsOf(0, 3) });
    const other = await propose({ accounts: accountsOf(2, 5) });
    await apply(one);
    await apply(other);
    expect(await published(0)).toEqual([1, 4]);
    await undo(one);
    expect(await published(5)).toEqual([3, 4]);
    await undo(other);
    expect(await published(10)).toEqual([6, 4]);
    expect(await compareTallies(owner)).toEqual([]);
  });

  it('holds the votes of the moment of its proposal', async () => {
    const id = await propose({ nominees: [first] });
    const [late] = await insertVoters(owner, 1);
    await castVotes(app, [[late?.sessionId ?? '', first]]);
    await apply(id);
    expect(await published(0)).toEqual([1, 4]);
  });

  it('is applied once and undone once, however many ask at the same time', async () => {
    const id = await propose({ accounts: accountsOf(0, 3) });
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(test.url)));
    const applied = await Promise.all(clients.map((client) => apply(id, THEN, client)));
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await published(0)).toEqual([3, 4]);
    const undone = await Promise.all(clients.map((client) => undo(id, client)));
    expect(undone.filter(Boolean)).toHaveLength(1);
    await Promise.all(clients.map((client) => client.end()));
    expect(await published(5)).toEqual([6, 4]);
    expect(await apply(id)).toBe(false);
  });

  // Without the advisory lock, two exclusions that share votes both take them for held by the other, or by neither.
  it('that shares votes with others is counted exactly while all are applied and undone at once', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(test.url)));
    for (let round = 0; round < 5; round += 1) {
      const ids = await Promise.all(clients.map((_, index) => propose({ accounts: accountsOf(index % 4, 6) })));
      await Promise.all(clients.map((client, index) => apply(ids[index] ?? null, THEN, client)));
      expect(await compareTallies(owner)).toEqual([]);
      await Promise.all(clients.map((client, index) => undo(ids[index] ?? null, client)));
      expect(await compareTallies(owner)).toEqual([]);
    }
    await Promise.all(clients.map((client) => client.end()));
    expect(await published(0)).toEqual([6, 4]);
  });

  // This test fails with the given time: the second came before the first.
  it('is applied after those that were applied before, whatever the time of the request', async () => {
    const [one, other] = [await propose({ accounts: accountsOf(0, 3) }), await propose({ accounts: accountsOf(3, 6) })];
    const order = async () =>
      (await owner.query<{ id: number }>('SELECT id FROM exclusions ORDER BY applied_at, id')).rows.map(({ id }) => id);
    expect(await apply(other, inHours(1))).toBe(true);
    expect(await apply(one, THEN)).toBe(true);
    expect(await order()).toEqual([other, one]);
    expect(await undo(one)).toBe(true);
    const { rows } = await owner.query('SELECT id FROM exclusions WHERE undone_at < applied_at');
    expect(rows).toEqual([]);
  });

  it('that was refused is never applied', async () => {
    const id = await propose({ accounts: accountsOf(0, 3) });
    expect(await decide(id, false, 'taras')).toBe(true);
    expect(await apply(id)).toBe(false);
    expect(await decide(id, true, 'taras')).toBe(false);
  });

  it('is approved and applied within 24 hours, each from the step before', async () => {
    const [one, other] = [await propose({ nominees: [first] }), await propose({ nominees: [first] }, { approvals: 2 })];
    expect(await apply(one, inHours(24))).toBe(false);
    expect(await decide(other, true, 'taras', inHours(24))).toBe(false);
    expect(await decide(other, true, 'taras', new Date(inHours(24).getTime() - 1))).toBe(true);
    expect(await apply(other, new Date(inHours(48).getTime() - 2))).toBe(true);
  });

  it('records each step with its person and its reason', async () => {
    const id = await propose({ accounts: accountsOf(0, 3) }, { approvals: 2 });
    await decide(id, true, 'taras');
    await apply(id);
    expect(await flag('propose_undo($1, $2, $3, $4)', [id, 'taras', 'a mistake', THEN])).toBe(true);
    await undo(id);
    const { rows } = await app.query('SELECT actor, action, subject, reason, detail FROM audit_entries ORDER BY id');
    const subject = `exclusion ${id}`;
    expect(rows).toEqual([
      {
        actor: 'olena',
        action: 'exclusion.propose',
        subject,
        reason: 'a farm',
        detail: { votes: 6, voters: 3, approvals: 2 },
      },
      { actor: 'taras', action: 'exclusion.approve', subject, reason: 'looked at it', detail: {} },
      { actor: 'olena', action: 'exclusion.apply', subject, reason: 'a farm', detail: { votes: 6 } },
      { actor: 'taras', action: 'exclusion.propose-undo', subject, reason: 'a mistake', detail: {} },
      { actor: 'olena', action: 'exclusion.undo', subject, reason: 'a mistake', detail: { votes: 6 } },
    ]);
  });

  it('is published while people vote only when it changes as many votes as are published at once', async () => {
    expect(await published(0, 3)).toEqual([6, 4]);
    const id = await propose({ accounts: accountsOf(0, 2) });
    await apply(id);
    expect(await published(3_600, 3)).toEqual([6, 4]);
    await apply(await propose({ accounts: accountsOf(2, 3) }));
    expect(await published(3_601, 3)).toEqual([3, 4]);
  });

  it('is written by the application through its functions only', async () => {
    const id = await propose({ nominees: [first] });
    for (const sql of [
      `UPDATE exclusions SET applied_at = now(), applied_by = 'x'`,
      'DELETE FROM exclusions',
      `INSERT INTO excluded_votes SELECT ${id}, gen_random_uuid(), 1, 1`,
      'DELETE FROM excluded_votes',
      'INSERT INTO excluded_tallies VALUES (1, 1)',
    ]) {
      await expect(app.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(owner.query('DELETE FROM excluded_votes')).rejects.toThrow('append-only');
    await expect(owner.query('UPDATE excluded_votes SET nominee_id = 2')).rejects.toThrow('append-only');
  });

  it('shows in compareTallies when its rows or its tally are forged', async () => {
    const id = await propose({ accounts: accountsOf(0, 3) });
    await apply(id);
    await owner.query('BEGIN');
    await owner.query('UPDATE excluded_tallies SET count = count + 1 WHERE nominee_id = $1', [first]);
    expect(await compareTallies(owner)).toEqual([{ nomineeId: first, votes: 6, tally: 6, held: 3, excluded: 4 }]);
    await owner.query('ROLLBACK');
    const row = `INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
      SELECT $1, voter_id, category_id, nominee_id FROM votes WHERE voter_id = $2 AND nominee_id = $3`;
    await owner.query(row, [id, voters[3]?.voterId, first]);
    expect(await compareTallies(owner)).toEqual([{ nomineeId: first, votes: 6, tally: 6, held: 4, excluded: 3 }]);
  });
});

describe('a selection', () => {
  const selected = async (selection: object): Promise<number> => {
    const { rows } = await app.query<{ count: number }>('SELECT count(*)::int FROM selected_votes($1)', [selection]);
    return rows[0]?.count ?? -1;
  };

  beforeEach(async () => {
    const hints = `INSERT INTO client_hints (account_id, event, observed_ip, user_agent, time_zone, created_at)
                   VALUES ($1, 'login', $2, $3, $4, $5)`;
    for (const [index, { accountId }] of voters.entries()) {
      await owner.query(hints, [
        accountId,
        `203.0.113.${index}`,
        index < 3 ? 'Mozilla/5.0 (Linux; Android 14; SM-A045F)' : 'Mozilla/5.0 (Macintosh)',
        index < 5 ? 'Asia/Dhaka' : 'Europe/Kyiv',
        THEN,
      ]);
      await owner.query('UPDATE accounts SET phone_number = $2 WHERE id = $1', [accountId, `+38067100000${index}`]);
    }
    await owner.query(
      `UPDATE accounts SET email = 'a@farm.example', email_canonical = 'a@farm.example' WHERE id = $1`,
      [voters[4]?.accountId],
    );
  });

  it.each([
    ['voters', () => ({ voters: [voters[0]?.voterId, voters[1]?.voterId] }), 4],
    ['accounts', () => ({ accounts: accountsOf(0, 2) }), 4],
    ['nominees', () => ({ nominees: [first] }), 6],
    ['time', () => ({ from: THEN, until: LATER }), 20],
    ['a time before', () => ({ until: THEN }), 0],
    ['networks', () => ({ networks: ['203.0.113.0/30'] }), 8],
    ['numbers', () => ({ numbers: ['+380671000003', '+1'] }), 2],
    ['time zones', () => ({ timeZones: ['Asia/Dhaka'] }), 10],
    ['user agents', () => ({ userAgents: ['sm-a045f'] }), 6],
    ['mail domains', () => ({ mailDomains: ['Farm.example'] }), 2],
    ['all of several', () => ({ timeZones: ['Asia/Dhaka'], networks: ['203.0.113.4/31'], nominees: [first] }), 1],
    ['an empty list', () => ({ accounts: [] }), 0],
  ])('by %s finds the votes', async (_what, selection, count) => {
    expect(await selected(selection())).toBe(count);
  });

  it('by network and device needs both of one visit', async () => {
    expect(await selected({ networks: ['203.0.113.9/32'], userAgents: ['sm-a045f'] })).toBe(0);
  });

  it('by category finds all its votes', async () => {
    const { rows } = await owner.query<{ id: number }>('SELECT id FROM categories ORDER BY id');
    expect(await selected({ categories: [rows[0]?.id] })).toBe(10);
  });

  it('that matches no vote proposes nothing', async () => {
    expect(await propose({ nominees: [-1] })).toBeNull();
  });
});
