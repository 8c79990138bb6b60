import type { Queryable } from '@laurel/database/queryable';
import { countWaiting } from '@laurel/database/testing-rows';
import { castBy } from '@laurel/support/clusters';
import { proposeExclusion } from '@laurel/support/exclusions';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearch } from './search.service.ts';
import { isNewSinceSearch, readClusters, readVotes } from './store.ts';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let other: pg.Client;
let accounts: Awaited<ReturnType<typeof votersOf>>;
let voters: string[];
let nominee: number;
let second = 0;

/** Stores what a search found that began so many seconds after the tests. */
const store = (db: Queryable, at: number, ...groups: readonly (readonly string[])[]) =>
  db.query(`SELECT store_clusters($1, 900, now() + make_interval(hours => 1, secs => $2))`, [
    JSON.stringify(
      groups.map((group, index) => ({
        certainty: index === 0 ? 'possible' : 'look_closer',
        nominees: [nominee],
        people: group.map((voter) => ({ voter, shares: [] })),
        reasons: [],
        against: [],
      })),
    ),
    at,
  ]);
const storeNext = (...groups: readonly (readonly string[])[]) => store(owner, ++second, ...groups);
const decide = (db: Queryable, state: string) =>
  db.query(`SELECT decide_cluster(1, $1, CASE $1 WHEN 'dismissed' THEN 'other' END, 'a test', 'Olena', now())`, [
    state,
  ]);
const stored = async () => (await readClusters(owner)).map(({ id, state, people }) => ({ id, state, people }));
/** Does something while a transaction is open that has done something else. */
const during = async (first: (db: pg.Client) => Promise<unknown>, then: () => Promise<unknown>): Promise<void> => {
  await other.query('BEGIN');
  await first(other);
  const waiting = then();
  await Promise.race([waiting, until('the second one waits', async () => (await countWaiting(other)) > 0)]);
  await other.query('COMMIT');
  await waiting;
};

beforeAll(async () => {
  accounts = await votersOf(api, 20);
  await voteAs(api, accounts, firstBallot(api));
  const cast = await castBy(owner, accounts);
  voters = cast.voters;
  [nominee = 0] = cast.nominees;
  other = new pg.Client(api.migrateUrl);
  await other.connect();
});
afterAll(() => other.end());
beforeEach(async () => {
  await owner.query('TRUNCATE clusters, cluster_members, cluster_searches RESTART IDENTITY');
  await olena.confirm();
});

describe('searches and decisions at once', () => {
  // Fails without the lock in decide_cluster(): the search takes the cluster for an open one, and opens it.
  it('a decision is kept by a search that stores at that moment', async () => {
    await storeNext(voters.slice(0, 8));
    await during(
      (db) => decide(db, 'dismissed'),
      () => storeNext(voters.slice(0, 9)),
    );
    expect(await stored()).toEqual([{ id: 1, state: 'dismissed', people: 8 }]);
  });

  it('decisions and searches in any order leave one cluster with the last decision', async () => {
    await storeNext(voters.slice(0, 8));
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new pg.Client(api.migrateUrl);
        await client.connect();
        return client;
      }),
    );
    for (let round = 0; round < 5; round += 1) {
      second += 10;
      const at = second;
      await Promise.all(
        clients.map((db, index) =>
          index % 2 ? decide(db, 'watched') : store(db, at + index, voters.slice(0, 8 + (index % 3))),
        ),
      );
      expect(await stored()).toMatchObject([{ id: 1, state: 'watched' }]);
    }
    await Promise.all(clients.map((client) => client.end()));
  });

  // Fails without the lock in store_clusters(): both store the group.
  it('of two searches at once the one that began later counts', async () => {
    second += 2;
    await during(
      (db) => store(db, second, voters.slice(0, 8)),
      () => store(owner, second - 1, voters.slice(0, 7)),
    );
    expect(await stored()).toEqual([{ id: 1, state: 'open', people: 8 }]);
  });
});

describe('a cluster that was set aside', () => {
  beforeEach(async () => {
    await storeNext(voters.slice(0, 12));
    await decide(owner, 'dismissed');
  });

  // Fails if the members follow each search: the second half is a new cluster then.
  it('does not come back in parts once the votes between them are gone', async () => {
    await storeNext(voters.slice(0, 6), voters.slice(6, 12));
    await storeNext();
    await storeNext(voters.slice(6, 12));
    await storeNext(voters.slice(0, 12));
    expect(await stored()).toEqual([{ id: 1, state: 'dismissed', people: 12 }]);
    await storeNext(voters.slice(0, 16));
    expect(await stored()).toEqual([{ id: 1, state: 'open', people: 16 }]);
  });

  it('does not hide a surer group of few of its people', async () => {
    await owner.query(`UPDATE clusters SET certainty = 'look_closer'`);
    await storeNext(voters.slice(0, 5), voters.slice(0, 12));
    expect(await stored()).toEqual([
      { id: 1, state: 'dismissed', people: 12 },
      { id: 2, state: 'open', people: 5 },
    ]);
  });
});

describe('a search that stores while votes are excluded', () => {
  it('leaves out people whose votes are excluded by then, and is followed by another search', async () => {
    await createSearch()(owner, new Date());
    const found = await readVotes(owner, new Date(0));
    const id = await proposeExclusion(olena, { accounts: accounts.slice(12).map(({ accountId }) => accountId) });
    await olena.post(`/exclusions/${id}/apply`, { reason: 'a test' });
    const people = found.map(({ voter }) => voter);
    expect(new Set(people)).toEqual(new Set(voters));
    await store(owner, -3_600, people, voters.slice(10));
    expect(await stored()).toEqual([{ id: 1, state: 'open', people: 12 }]);
    expect(await isNewSinceSearch(owner)).toBe(true);
    expect(new Set((await readVotes(owner, new Date(0))).map(({ voter }) => voter))).toEqual(
      new Set(voters.slice(0, 12)),
    );
    await olena.post(`/exclusions/${id}/undo`, { reason: 'a test' });
    await store(owner, -3_599, people);
    expect(await stored()).toEqual([{ id: 1, state: 'open', people: voters.length }]);
  });
});

// Fails if a search that goes on does not read everything again after an exclusion, or reads what is new twice.
it('a search that goes on finds what a new one finds, after new votes, an exclusion and its undo', async () => {
  const searched = async (search: ReturnType<typeof createSearch>) => {
    // The search is due, however short ago the last one was.
    await owner.query('DELETE FROM cluster_searches');
    await search(owner, new Date());
    return (await owner.query<{ compared: number }>('SELECT compared FROM cluster_searches')).rows[0]?.compared;
  };
  const goingOn = createSearch();
  const before = await searched(goingOn);
  const more = await votersOf(api, 11);
  await voteAs(api, more.slice(1), firstBallot(api));
  // What was cast within a minute of the last vote is read again in any case.
  api.clock.advance(120_000);
  await voteAs(api, more.slice(0, 1), firstBallot(api));
  // One more value to compare.
  await owner.query(`UPDATE accounts SET name = 'Voter 9' WHERE id = ANY ($1)`, [
    more.map(({ accountId }) => accountId),
  ]);
  expect(await searched(goingOn)).toBe(await searched(createSearch()));
  expect(await searched(goingOn)).not.toBe(before);
  const id = await proposeExclusion(olena, { accounts: more.map(({ accountId }) => accountId) });
  await olena.post(`/exclusions/${id}/apply`, { reason: 'a test' });
  expect(await searched(goingOn)).toBe(before);
  await olena.post(`/exclusions/${id}/undo`, { reason: 'a test' });
  expect(await searched(goingOn)).toBe(await searched(createSearch()));
});
