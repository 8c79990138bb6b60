import { describe, expect, it } from 'vitest';
import { leadersOf } from './leaders.ts';

describe('leadersOf', () => {
  it('names the nominee with the highest percentage, or all with that percentage', () => {
    const results = (...percentages: number[]) => ({
      results: percentages.map((percentage, index) => ({ company: `n${index}`, percentage })),
    });
    expect(leadersOf(results(20, 50, 30))).toEqual(['n1']);
    expect(leadersOf(results(40, 20, 40))).toEqual(['n0', 'n2']);
    expect(leadersOf({ ...results(40, 20, 40), drawn: 'n2' })).toEqual(['n2']);
  });

  it('names nobody before the first vote', () => {
    expect(leadersOf()).toEqual([]);
    expect(leadersOf({ results: [{ company: 'n0', percentage: 0 }] })).toEqual([]);
  });
});
