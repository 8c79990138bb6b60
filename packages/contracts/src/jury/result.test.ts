import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, plus, twoPlaces, ZERO } from './fraction.ts';
import { type CountedBallot, combine } from './result.ts';

const RULES = { result: { public: 70, jury: 30 } };
const votesOf = (votes: Readonly<Record<string, number>>) =>
  Object.entries(votes).map(([nominee, own]) => ({ nominee, votes: own }));
const chooses = (choice: string, recused: CountedBallot['recused'] = []): CountedBallot => ({
  ballot: { choice },
  recused,
});
const ranks = (ranking: string[], recused: CountedBallot['recused'] = []): CountedBallot => ({
  ballot: { ranking },
  recused,
});
const shown = ({ lines, ...result }: ReturnType<typeof combine>) => ({
  ...result,
  lines: lines.map((line) =>
    [line.place, line.nominee, ...[line.public, line.jury, line.together].map(twoPlaces)].join(' '),
  ),
});

describe('the combined result', () => {
  it('is the public share and the share of the jury by their weights', () => {
    const votes = votesOf({ north: 1_120, kite: 1_094, velvet: 906 });
    // Kite: 0.70 × 35.0641… + 0.30 × 62.5 = 43.294…; north: 0.70 × 35.8974… + 0.30 × 25 = 32.628…
    const ballots = ['kite', 'kite', 'kite', 'kite', 'kite', 'north', 'north', 'velvet'].map((tag) => chooses(tag));
    expect(shown(combine(RULES, votes, ballots))).toEqual({
      decidedBy: 'both',
      ballots: 8,
      winners: ['kite'],
      lines: ['1 kite 35.06 62.50 43.29', '2 north 35.90 25.00 32.63', '3 velvet 29.04 12.50 24.08'],
    });
  });

  it('gives each juror the same sum, also one who stepped aside from a nominee', () => {
    const votes = votesOf({ a: 1, b: 1, c: 1 });
    // The first gives 3/6, 2/6 and 1/6, the second 2/3 to b and 1/3 to c: together 3/12, 6/12 and 3/12.
    const result = combine(RULES, votes, [ranks(['a', 'b', 'c']), ranks(['b', 'c', 'a'], ['a'])]);
    expect(shown(result).lines).toEqual(['1 b 33.33 50.00 38.33', '2 a 33.33 25.00 30.83', '2 c 33.33 25.00 30.83']);
  });

  it('counts a juror nowhere who stepped aside from the category, or from the choice', () => {
    const votes = votesOf({ a: 1, b: 1 });
    const one = combine(RULES, votes, [chooses('a')]);
    const aside = [chooses('b', 'category'), chooses('b', ['a', 'b']), chooses('b', ['b'])];
    expect(combine(RULES, votes, [chooses('a'), ...aside])).toEqual(one);
  });

  it.each([
    [
      'the public alone decides if all jurors stepped aside',
      { a: 3, b: 1 },
      [chooses('b', 'category')],
      'public',
      ['a'],
      ['1 a 75.00 0.00 75.00', '2 b 25.00 0.00 25.00'],
    ],
    [
      'the jury alone decides without a vote',
      { a: 0, b: 0 },
      [chooses('b')],
      'jury',
      ['b'],
      ['1 b 0.00 100.00 100.00', '2 a 0.00 0.00 0.00'],
    ],
    ['nobody wins without both', { a: 0, b: 0 }, [], 'nobody', [], ['1 a 0.00 0.00 0.00', '1 b 0.00 0.00 0.00']],
  ])('%s', (_, votes, ballots, decidedBy, winners, lines) => {
    expect(shown(combine(RULES, votesOf(votes), ballots))).toEqual({
      decidedBy,
      ballots: decidedBy === 'jury' ? 1 : 0,
      winners,
      lines,
    });
  });

  it('a tie is a joint win, unless the edition says which part decides', () => {
    const half = { result: { public: 50, jury: 50 } };
    // Each has half of one part and none, or all, of the other: 0.5 × 100 = 0.5 × 100.
    const tie = (tieBreak?: 'jury' | 'public') =>
      combine({ ...half, ...(tieBreak && { tieBreak }) }, votesOf({ a: 7, b: 0, c: 0 }), [chooses('b')]);
    expect(tie().winners).toEqual(['a', 'b']);
    expect(tie().lines.map(({ place }) => place)).toEqual([1, 1, 3]);
    expect(tie('jury').winners).toEqual(['b']);
    expect(tie('public').winners).toEqual(['a']);
  });

  it('tells apart what two places show as equal', () => {
    const { winners, lines } = combine(RULES, votesOf({ a: 1_000_000, b: 1_000_001 }), []);
    expect(winners).toEqual(['b']);
    expect(new Set(lines.map(({ together }) => twoPlaces(together)))).toEqual(new Set(['50.00']));
  });
});

describe('for any votes and ballots', () => {
  const nominees = ['a', 'b', 'c', 'd'];
  const votes = fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 });
  const recused = fc.oneof(fc.constant<'category'>('category'), fc.subarray(nominees));
  const ballots = fc.array(fc.record({ ballot: fc.shuffledSubarray(nominees, { minLength: 4 }), recused }));
  const rules = fc.integer({ min: 1, max: 99 }).map((share) => ({ result: { public: share, jury: 100 - share } }));
  const cases = fc.tuple(rules, votes, ballots).map(([rule, numbers, orders]) => ({
    rule,
    votes: numbers.map((own, at) => ({ nominee: nominees[at] ?? '', votes: own })),
    ballots: orders.map(({ ballot, recused: from }) => ranks(ballot, from)),
  }));

  it('all parts add to exactly 100, and no order of the ballots changes a share', () => {
    fc.assert(
      fc.property(cases, ({ rule, votes: given, ballots: cast }) => {
        const result = combine(rule, given, cast);
        const sum = result.lines.reduce((total, { together }) => plus(total, together), ZERO);
        expect(sum).toEqual(result.decidedBy === 'nobody' ? ZERO : fraction(100n));
        expect(combine(rule, given, cast.toReversed())).toEqual(result);
      }),
    );
  });

  it('one more vote never moves a nominee down, and leaves the part of the jury as it was', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...nominees), ({ rule, votes: given, ballots: cast }, lucky) => {
        const more = given.map((each) => ({ ...each, votes: each.votes + Number(each.nominee === lucky) }));
        const lineOf = (numbers: typeof given) =>
          combine(rule, numbers, cast).lines.find(({ nominee }) => nominee === lucky);
        const [before, after] = [lineOf(given), lineOf(more)];
        expect(after?.place).toBeLessThanOrEqual(before?.place ?? 0);
        expect(after?.jury).toEqual(before?.jury);
      }),
    );
  });
});
