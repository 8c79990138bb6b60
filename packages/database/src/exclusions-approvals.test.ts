import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, insertNominees, insertVoters, type TestVoter, THEN } from './testing-rows.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let owner: pg.Client;
let app: pg.Client;
let voters: TestVoter[];
beforeEach(async () => {
  test = await openTestDatabase();
  ({ owner, app } = test);
  const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
  voters = await insertVoters(owner, 6);
  await castVotes(
    app,
    voters.map(({ sessionId }) => [sessionId, nominee]),
  );
});
afterEach(() => test.close());

const flag = async (sql: string, values: readonly unknown[]): Promise<boolean> =>
  (await app.query<{ done: boolean }>(`SELECT ${sql} AS done`, [...values])).rows[0]?.done ?? false;
/** Proposes to leave out the votes of some people. @returns the id */
const propose = async (from: number, to: number, approvals = 1): Promise<number> => {
  const accounts = voters.slice(from, to).map(({ accountId }) => accountId);
  const { rows } = await app.query<{ id: number }>(
    `SELECT propose_exclusion($1, '{"en": "One person cast them."}', 'a farm', NULL, $2, 'olena', $3) AS id`,
    [{ accounts }, approvals, THEN],
  );
  return rows[0]?.id ?? 0;
};
const decide = (id: number, approve: boolean, actor: string) =>
  flag('decide_exclusion($1, $2, $3, $4, $5)', [id, approve, actor, 'looked at it', THEN]);
const apply = (id: number) => flag('apply_exclusion($1, false, $2, $3, $4)', [id, 'olena', 'a farm', THEN]);
const undo = (id: number, actor = 'olena') =>
  flag('apply_exclusion($1, true, $2, $3, $4)', [id, actor, 'a mistake', THEN]);
const proposeUndo = (id: number, actor: string) => flag('propose_undo($1, $2, $3, $4)', [id, actor, 'a mistake', THEN]);

it('an exclusion needs a second person where two must agree', async () => {
  const id = await propose(0, 3, 2);
  expect(await apply(id)).toBe(false);
  expect(await decide(id, true, 'olena')).toBe(false);
  expect(await decide(id, true, 'taras')).toBe(true);
  expect(await decide(id, false, 'taras')).toBe(false);
  expect(await apply(id)).toBe(true);
});

// This test fails with the exclusion's own number alone: one person applied it, and one returned its votes to the count.
it('an exclusion needs a second person once the newest edition asks for two, whenever it was proposed', async () => {
  const [open, applied] = [await propose(0, 3), await propose(3, 5)];
  expect(await apply(applied)).toBe(true);
  await owner.query(
    `INSERT INTO editions (imported_at, digest, files, approvals) VALUES ($1, 'one', '{}', 1), ($1, 'two', '{}', 2)`,
    [THEN],
  );
  expect(await apply(open)).toBe(false);
  expect(await decide(open, true, 'taras')).toBe(true);
  expect(await apply(open)).toBe(true);
  for (const id of [open, applied]) {
    expect(await undo(id)).toBe(false);
    expect(await proposeUndo(id, 'olena')).toBe(true);
    expect(await undo(id)).toBe(false);
    expect(await undo(id, 'taras')).toBe(true);
  }
  // An edition that asks for one person again changes nothing for an exclusion that two people agreed to.
  const ofTwo = await propose(0, 3);
  await owner.query(`INSERT INTO editions (imported_at, digest, files, approvals) VALUES ($1, 'three', '{}', 1)`, [
    THEN,
  ]);
  expect(await apply(ofTwo)).toBe(false);
});
