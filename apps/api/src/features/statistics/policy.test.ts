import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentageOf, shareOut } from './policy.ts';

const category = {
  nomination: 'best-partner',
  niche: 'crypto',
  companies: [
    { id: 1, tag: 'first' },
    { id: 2, tag: 'second' },
    { id: 3, tag: 'third' },
  ],
};

describe('percentages', () => {
  it('VO-10 a share has two decimals, and a category without votes is all 0', () => {
    expect(shareOut(category, new Map(), false)).toEqual({
      nomination: 'best-partner',
      niche: 'crypto',
      results: [
        { company: 'first', percentage: 0 },
        { company: 'second', percentage: 0 },
        { company: 'third', percentage: 0 },
      ],
    });
    const shares = shareOut(
      category,
      new Map([
        [1, 1],
        [2, 2],
      ]),
      false,
    ).results.map((result) => result.percentage);
    expect(shares).toEqual([33.33, 66.67, 0]);
  });

  it('VO-10 votes of other categories change nothing', () => {
    const shares = shareOut(
      category,
      new Map([
        [1, 1],
        [99, 1000],
      ]),
      false,
    ).results.map((result) => result.percentage);
    expect(shares).toEqual([100, 0, 0]);
  });

  it('VO-10 every share is between 0 and 100, within half a hundredth of the truth', () => {
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

  it('holds back no decimal that decides the result', () => {
    const byOneVote = new Map([
      [1, 3_000_000],
      [2, 3_000_001],
      [3, 1],
    ]);
    const sharesOf = (counts: ReadonlyMap<number, number>, final: boolean) =>
      shareOut(category, counts, final).results.map(({ percentage }) => percentage);
    expect(sharesOf(byOneVote, false)).toEqual([50, 50, 0]);
    expect(sharesOf(byOneVote, true)).toEqual([49.99998, 50, 0.00002]);
    const tied = new Map([...byOneVote, [2, 3_000_000]]);
    expect(sharesOf(tied, true)).toEqual([50, 50, 0]);
    expect(sharesOf(new Map(), true)).toEqual([0, 0, 0]);
  });

  it('tells a sole winner from the second by any number of votes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (second, margin) => {
          const counts = new Map([
            [1, second],
            [2, second + margin],
          ]);
          const [loser, winner] = shareOut(category, counts, true).results;
          expect(winner?.percentage).toBeGreaterThan(loser?.percentage ?? 100);
        },
      ),
    );
  });
});
