import { percentile } from '@laurel/api/rehearsal/requests';
import { describe, expect, it } from 'vitest';
import { askFor, describeFinding, reached } from './finding.ts';
import { judge, median, race } from './measure.ts';

describe('median', () => {
  it('is the middle value, the mean of the two middle ones, or NaN for an empty list', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('and other quantiles are taken from the sorted values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.01, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
  });
});

describe('a race', () => {
  it('runs each side in each round, and alternates which one goes first', async () => {
    const order: string[] = [];
    const side = (name: string) => async () => order.push(name);
    const given = await race(3, [side('a'), side('b'), side('c')]);
    expect(order.join('')).toBe('abcbcacab');
    expect(given).toEqual([
      [1, 6, 8],
      [2, 4, 9],
      [3, 5, 7],
    ]);
  });

  it('compares the sides within each round, so that a slow round does not matter', () => {
    const verdict = judge([20, 2, 30], [10, 1, 10]);
    expect(verdict).toEqual({ laurel: 20, rival: 10, ratio: 2, ratios: [2, 2, 3] });
  });
});

describe('a finding', () => {
  const fast = {
    id: 'fast',
    what: 'it is fast',
    unit: 'a second',
    verdict: judge([2400, 1800], [1000, 1000]),
    goal: 2,
  };

  it('shows its ratio, the range, both sides, the goal, and whether it was reached', () => {
    expect(describeFinding(fast)).toBe(
      'it is fast: 2.10 × (1.80–2.40 over 2 rounds), Laurel 2,100 a second, rival 1,000 a second (goal: 2 ×, reached)',
    );
    expect(describeFinding({ ...fast, goal: 2.2 })).toContain('(goal: 2.2 ×, NOT reached)');
    expect(describeFinding({ what: 'size', value: 41, unit: ' KB', goal: { atMost: 40 }, note: 'so' })).toBe(
      'size: 41 KB (goal: at most 40 KB, NOT reached); so',
    );
  });

  it('without a goal counts as reached, and one below its goal does not', () => {
    expect(reached({ what: 'size', value: 41, unit: '' })).toBe(true);
    expect(reached({ what: 'size', value: 41, unit: '', goal: { atLeast: 42 } })).toBe(false);
  });
});

it('a run uses the numbers of its size', () => {
  expect(askFor('tiny', 1).sized(1, 2, 3)).toBe(1);
  expect(askFor('usual', 5).sized(1, 2, 3)).toBe(2);
  expect(askFor('full', 5).sized(1, 2, 3)).toBe(3);
  expect(askFor('full', 5).sized(1, 2)).toBe(2);
});
