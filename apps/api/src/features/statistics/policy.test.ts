import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentageOf, resultOf, shareOut } from './policy.ts';

const category = {
  nomination: 'best-partner',
  niche: 'crypto',
  companies: ['first', 'second', 'third'].map((tag, index) => ({ id: index + 1, tag })),
};
const sharesOf = (counts: Record<number, number>, final = false): number[] =>
  shareOut(category, new Map(Object.entries(counts).map(([id, votes]) => [Number(id), votes])), final).results.map(
    ({ percentage }) => percentage,
  );

describe('shareOut', () => {
  it('VO-10 returns all companies with 0 for a category without votes', () => {
    expect(shareOut(category, new Map(), false)).toEqual({
      nomination: 'best-partner',
      niche: 'crypto',
      results: [
        { company: 'first', percentage: 0 },
        { company: 'second', percentage: 0 },
        { company: 'third', percentage: 0 },
      ],
    });
  });

  it.each<[string, Record<number, number>, boolean, number[]]>([
    ['VO-10 rounds to two decimals', { 1: 1, 2: 2 }, false, [33.33, 66.67, 0]],
    ['VO-10 ignores the votes of other categories', { 1: 1, 99: 1000 }, false, [100, 0, 0]],
    ['rounds to two decimals while voting is open', { 1: 3_000_000, 2: 3_000_001, 3: 1 }, false, [50, 50, 0]],
    ['adds decimals when they decide the result', { 1: 3_000_000, 2: 3_000_001, 3: 1 }, true, [49.99998, 50, 0.00002]],
    ['adds no decimals for a tie', { 1: 3_000_000, 2: 3_000_000, 3: 1 }, true, [50, 50, 0]],
    ['returns a final result without votes', {}, true, [0, 0, 0]],
  ])('%s', (_title, counts, final, shares) => {
    expect(sharesOf(counts, final)).toEqual(shares);
  });

  it('VO-10 is within half a hundredth of the exact share, and between 0 and 100', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 10_000_000 }), (votes, more) => {
        const all = votes + more;
        const share = percentageOf(votes, all);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(100);
        expect(Math.abs(share - (100 * votes) / all)).toBeLessThanOrEqual(0.005 + 1e-9);
        expect(Number(share.toFixed(2))).toBe(share);
      }),
    );
  });

  it('gives the final winner a higher share than the second, however small the majority', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (second, margin) => {
          const [loser = 100, winner] = sharesOf({ 1: second, 2: second + margin }, true);
          expect(winner).toBeGreaterThan(loser);
        },
      ),
    );
  });
});

describe('the result of a category', () => {
  const counted = (...votes: number[]) =>
    votes.map((each, index) => ({ nomineeId: index, company: `c${index}`, votes: each, withdrawn: false }));
  const gone = (company: string, votes: number) => ({ nomineeId: 9, company, votes, withdrawn: true });

  it('ranks by votes with standard competition ranking: 1, 1, 3, 4', () => {
    const { nominees, ...rest } = resultOf(category, counted(1, 4, 4, 0));
    expect(rest).toEqual({ nomination: 'best-partner', niche: 'crypto', votes: 9, winners: ['c1', 'c2'] });
    expect(nominees).toEqual([
      { company: 'c1', votes: 4, percentage: 44.44, rank: 1, tie: true, withdrawn: false },
      { company: 'c2', votes: 4, percentage: 44.44, rank: 1, tie: true, withdrawn: false },
      { company: 'c0', votes: 1, percentage: 11.11, rank: 3, tie: false, withdrawn: false },
      { company: 'c3', votes: 0, percentage: 0, rank: 4, tie: false, withdrawn: false },
    ]);
  });

  it('has no ranks, ties or winners without votes', () => {
    const { votes, winners, nominees } = resultOf(category, counted(0, 0));
    expect([votes, winners]).toEqual([0, []]);
    const none = { percentage: 0, rank: null, tie: false };
    expect(nominees).toMatchObject([none, none]);
  });

  it('lists withdrawn nominees last, without a rank, and only if they have votes', () => {
    const { votes, winners, nominees } = resultOf(category, [gone('with', 9), gone('without', 0), ...counted(2, 1)]);
    expect([votes, winners]).toEqual([3, ['c0']]);
    expect(nominees.map(({ company }) => company)).toEqual(['c0', 'c1', 'with']);
    expect(nominees.at(-1)).toEqual({
      company: 'with',
      votes: 9,
      percentage: null,
      rank: null,
      tie: false,
      withdrawn: true,
    });
  });
});
