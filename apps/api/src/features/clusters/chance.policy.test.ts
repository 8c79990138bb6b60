import { describe, expect, it } from 'vitest';
import { improbability } from './chance.policy.ts';

/** The exact tail of the binomial distribution, as a decimal exponent. */
const exact = (count: number, of: number, base: number): number => {
  let sum = 0;
  for (let k = count; k <= of; k += 1) {
    let term = 1;
    for (let i = 0; i < k; i += 1) term *= ((of - i) / (i + 1)) * base;
    sum += term * (1 - base) ** (of - k);
  }
  return -Math.log10(sum);
};

describe('improbability', () => {
  it.each([
    [38, 41, 0.0003],
    [5, 20, 0.05],
    [12, 100, 0.06],
  ])('of %i of %i at %d is at most the exact one', (count, of, base) => {
    expect(improbability(count, of, base)).toBeLessThanOrEqual(exact(count, of, base));
    expect(improbability(count, of, base)).toBeGreaterThan(exact(count, of, base) * 0.6);
  });

  it('is nothing at the rate that everyone has, below it, and of nobody', () => {
    expect([improbability(5, 100, 0.05), improbability(1, 100, 0.05), improbability(0, 0, 0.5)]).toEqual([0, 0, 0]);
  });
});
