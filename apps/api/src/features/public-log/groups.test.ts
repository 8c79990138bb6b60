// What docs/verify.md says of groups ("What a public bundle costs"), by a simulation of an evening with 22 categories.
import { describe, expect, it } from 'vitest';
import { isDue } from './policy.ts';

const CATEGORIES = 22;
const RULE = { group: 20, delay: 600 };
const MINUTE = 60;

type Ballot = { voter: number; category: number; second: number };
/** A group of the log: how many people have a vote in each of its categories, and in how many of them one person alone has. */
type Group = { people: number; fewest: number; alone: number; isFull: boolean };

/** Each voter casts a whole ballot, a vote every five seconds. */
const ballotsOf = (beginnings: readonly number[]): Ballot[] =>
  beginnings.flatMap((begins, voter) =>
    Array.from({ length: CATEGORIES }, (_, category) => ({ voter, category, second: begins + 5 * category })),
  );

/** The groups in which the votes enter the log, which is looked at every second. */
const groupsOf = (ballots: readonly Ballot[], seconds: number): Group[] => {
  const at = (second: number): Date => new Date(second * 1_000);
  const groups: Group[] = [];
  let waiting: Ballot[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    waiting.push(...ballots.filter((ballot) => ballot.second === second));
    const counts = [...Map.groupBy(waiting, ({ category }) => category).values()].map((votes) => votes.length);
    const fewest = counts.length === 0 ? 0 : Math.min(...counts);
    const oldest = waiting.length === 0 ? null : at(Math.min(...waiting.map((ballot) => ballot.second)));
    const over = second === seconds;
    if (!isDue({ votes: waiting.length, oldest, fewest }, RULE, over, at(second))) continue;
    groups.push({
      people: new Set(waiting.map(({ voter }) => voter)).size,
      fewest,
      alone: counts.filter((count) => count === 1).length,
      isFull: !over && second * 1_000 - Number(oldest) < RULE.delay * 1_000,
    });
    waiting = [];
  }
  return groups;
};

describe('the groups of the log', () => {
  it('have at least twenty people in each category while many vote', () => {
    const groups = groupsOf(ballotsOf(Array.from({ length: 300 }, (_, voter) => 6 * voter)), 40 * MINUTE);
    const full = groups.filter(({ isFull }) => isFull);
    expect(full.length).toBeGreaterThan(3);
    expect(Math.min(...full.map(({ fewest }) => fewest))).toBeGreaterThanOrEqual(RULE.group);
  });

  // This test fails if votes are counted, and not people: the groups are full, and each is one person.
  it('are none of them full in a quiet hour, and those of one person count as one', () => {
    const groups = groupsOf(ballotsOf([0, 12, 24, 36, 48].map((minute) => minute * MINUTE)), 60 * MINUTE);
    expect(groups).toEqual(Array(5).fill({ people: 1, fewest: 1, alone: CATEGORIES, isFull: false }));
  });

  // This test fails in the same way: of three people who vote at once, most votes are alone in their category.
  it('hold the whole ballots of three people who vote at once', () => {
    const groups = groupsOf(ballotsOf([0, 20, 40]), 60 * MINUTE);
    expect(groups).toEqual([{ people: 3, fewest: 3, alone: 0, isFull: false }]);
  });
});
