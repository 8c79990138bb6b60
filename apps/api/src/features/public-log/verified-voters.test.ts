import { THEN } from '@laurel/database/testing-rows';
import { useLogDatabase } from '@laurel/support/log-database';
import { beforeEach, describe, expect, it } from 'vitest';

/** More votes than one checkpoint adds, so that a run appends them in parts. */
const VOTES = 10_000;

const test = useLogDatabase();
beforeEach(async () => {
  await test.insertVotes(VOTES);
  await test.owner.query('INSERT INTO tallies (nominee_id, slot, count) VALUES ($1, 0, $2)', [
    test.nominees[0]?.[0],
    VOTES,
  ]);
});

type Checkpoint = { size: number; voters: number; votes: number };
const checkpoints = async (): Promise<Checkpoint[]> =>
  (
    await test.owner.query<Checkpoint>(
      `SELECT size::int, voters, (SELECT coalesce(max(value::int), 0) FROM jsonb_each_text(totals)) AS votes
         FROM log_checkpoints ORDER BY size`,
    )
  ).rows;

// This test fails if all parts have the counts from the start of the run.
describe('votes that enter the log in parts', () => {
  it('have in each part at least as many verified voters as a category has votes', async () => {
    // The smallest count that is not too small for the votes.
    const log = await test.openLog({ countPeople: async (atLeast) => atLeast });
    await log.run();
    const parts = await checkpoints();
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.at(-1)?.votes).toBe(VOTES);
    expect(parts.filter(({ voters, votes }) => voters < votes)).toEqual([]);
  });

  it('never have fewer voters than the part before, and neither has the result', async () => {
    let people = 2 * VOTES;
    const countPeople = async (): Promise<number> => {
      people -= 1;
      return people;
    };
    const endsAt = THEN;
    const now = (): Date => new Date(THEN.getTime() + 60_000);
    const log = await test.openLog({ countPeople, endsAt, now, isOver: () => true });
    await log.run();
    expect((await test.owner.query('SELECT FROM log_results')).rowCount).toBe(1);
    const counts = (await checkpoints()).map(({ voters }) => voters);
    expect(counts.length).toBeGreaterThan(3);
    expect(new Set(counts)).toEqual(new Set([2 * VOTES - 1]));
  });
});
