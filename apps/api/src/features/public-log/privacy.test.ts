import { insertVoters, THEN } from '@laurel/database/testing-rows';
import { useLogDatabase } from '@laurel/support/log-database';
import { readLog } from '@laurel/support/public-log';
import { describe, expect, it } from 'vitest';

const GROUP = 20;
const DELAY_S = 600;
const CATEGORIES = 8;

const test = useLogDatabase(CATEGORIES);

/**
 * A checkpoint that a watcher saw in the second `at`: its new votes, the second of the oldest one, and whether voting
 * was over.
 */
type Seen = { at: number; votes: number; oldest: number; over: boolean };

/**
 * People vote, and a watcher looks at the log after each step of time.
 * @param arrivals for each person the second of the votes, and how many they are, each in another category
 * @param step seconds, of which the votes have whole steps
 */
const watch = async (
  arrivals: readonly { second: number; votes: number }[],
  seconds: number,
  step: number,
): Promise<Seen[]> => {
  const voters = await insertVoters(test.owner, arrivals.length);
  let second = 0;
  const timeOf = (at: number): Date => new Date(THEN.getTime() + at * 1_000);
  const isOver = () => second >= seconds;
  const log = await test.openLog({ group: GROUP, delay: DELAY_S, now: () => timeOf(second), isOver });
  await log.run();
  const seen: Seen[] = [];
  let known = 1;
  let waiting: number[] = [];
  for (second = step; second <= seconds; second += step) {
    for (const [place, { second: at, votes }] of arrivals.entries()) {
      if (at !== second) continue;
      await test.vote(voters.slice(place, place + 1), { categories: votes, at: timeOf(second) });
      waiting.push(...Array<number>(votes).fill(second));
    }
    await log.run();
    const size = log.published.current()?.size ?? 0;
    if (size === known) continue;
    // A group has all votes that waited.
    expect(size - known).toBe(waiting.length);
    seen.push({ at: second, votes: size - known, oldest: Math.min(...waiting), over: second >= seconds });
    waiting = [];
    known = size;
  }
  const { leaves, octets } = await readLog(log.file, log.key);
  expect(leaves.slice(1).every(({ type }) => type === 'vote')).toBe(true);
  for (const leaf of octets.slice(1)) {
    expect(Buffer.from(leaf).toString()).toMatch(/^laurel\/vote\/v1\n2026\naward\/n\d\n[A-Za-z0-9+/]{43}=\n$/);
  }
  return seen;
};

/** Requires `GROUP` people in each of some categories, unless the oldest vote has waited for the delay or voting is over. */
const expectGroups = (seen: readonly Seen[], categories: number): void => {
  for (const { at, votes, oldest, over } of seen) {
    if (!over && at - oldest < DELAY_S) expect(votes).toBeGreaterThanOrEqual(GROUP * categories);
  }
};

const random = (below: number): number => Math.floor(Math.random() * below);

describe('a watcher who sees every checkpoint', () => {
  // This test fails if votes are counted, and not people: the ballots of three people are twenty-four votes.
  it('sees groups of at least twenty people in each category while people vote', async () => {
    const arrivals = Array.from({ length: 120 }, () => ({ second: 5 + 5 * random(48), votes: CATEGORIES }));
    const seen = await watch(arrivals, 300, 5);
    expectGroups(seen, CATEGORIES);
    const early = seen.filter(({ over }) => !over);
    expect(early.length).toBeGreaterThan(3);
    expect(seen.reduce((sum, { votes }) => sum + votes, 0)).toBe(arrivals.reduce((sum, { votes }) => sum + votes, 0));
  });

  it('sees a smaller group only after its oldest vote has waited, and at the end', async () => {
    // About one vote in six minutes: a full group would take two hours.
    const arrivals = [10, 400, 560, 1_300, 1_550].map((second) => ({ second, votes: 1 }));
    const seen = await watch(arrivals, 1_600, 10);
    expectGroups(seen, 1);
    expect(seen.map(({ at, votes, over }) => ({ at, votes, over }))).toEqual([
      { at: 610, votes: 3, over: false },
      { at: 1_600, votes: 2, over: true },
    ]);
  });
});
