import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayPublish, percentageOf, shareOut } from './policy.ts';

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
    expect(shareOut(category, new Map())).toEqual({
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

  it('holds a category back until enough seconds and enough votes have passed', () => {
    const last = { item: shareOut(category, new Map()), votes: 10, at: 0 };
    const every = { seconds: 60, votes: 5 };
    expect(mayPublish(undefined, 0, 0, every)).toBe(true);
    expect(mayPublish(last, 15, 60_000, every)).toBe(true);
    expect(mayPublish(last, 14, 60_000, every)).toBe(false);
    expect(mayPublish(last, 15, 59_400, every)).toBe(false);
  });
});
