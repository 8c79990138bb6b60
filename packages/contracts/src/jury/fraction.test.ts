import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fraction, plus, times, twoPlaces } from './fraction.ts';

const whole = fc.bigInt({ min: 0n, max: 10n ** 30n });
const fractions = fc
  .tuple(whole, fc.bigInt({ min: 1n, max: 10n ** 30n }))
  .map(([over, under]) => fraction(over, under));

describe('exact fractions', () => {
  it('keep what floats lose', () => {
    const sum = plus(fraction(1n, 10n), fraction(2n, 10n));
    expect(sum).toEqual(fraction(3n, 10n));
    expect(times(fraction(6n, 4n), fraction(2n, 9n))).toEqual({ over: 1n, under: 3n });
  });

  it('are equal only if they are exactly equal', () => {
    fc.assert(
      fc.property(fractions, fractions, fractions, (one, two, three) => {
        expect(plus(one, two)).toEqual(plus(two, one));
        expect(times(three, plus(one, two))).toEqual(plus(times(three, one), times(three, two)));
        expect(compare(one, two)).toBe(-compare(two, one) || 0);
        expect(compare(plus(one, fraction(1n, 10n ** 40n)), one)).toBe(1);
      }),
    );
  });

  it.each([
    [0n, 1n, '0.00'],
    [100n, 1n, '100.00'],
    [1n, 3n, '0.33'],
    [2n, 3n, '0.67'],
    [1n, 200n, '0.01'],
    [1_005n, 1_000n, '1.01'],
    [1_004_999n, 1_000_000n, '1.00'],
    [99_995n, 1_000n, '100.00'],
  ])('%s over %s is shown as %s', (over, under, text) => {
    expect(twoPlaces(fraction(over, under))).toBe(text);
  });
});
