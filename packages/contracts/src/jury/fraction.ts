/** An exact number, in lowest terms. `under` is positive. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const divisorOf = (one: bigint, two: bigint): bigint => (two === 0n ? one : divisorOf(two, one % two));

/** A fraction of two whole numbers that are not negative. */
export const fraction = (over: bigint, under = 1n): Fraction => {
  const divisor = divisorOf(over, under);
  return { over: over / divisor, under: under / divisor };
};

export const ZERO = fraction(0n);

export const plus = (one: Fraction, two: Fraction): Fraction =>
  fraction(one.over * two.under + two.over * one.under, one.under * two.under);

export const times = (one: Fraction, two: Fraction): Fraction => fraction(one.over * two.over, one.under * two.under);

/** For sorting: negative if the first is less, 0 if they are equal. */
export const compare = (one: Fraction, two: Fraction): number => {
  const [left, right] = [one.over * two.under, two.over * one.under];
  return left < right ? -1 : Number(left > right);
};

/** A decimal number with two places. Half of the last place is rounded up. */
export const twoPlaces = ({ over, under }: Fraction): string => {
  const hundredths = (over * 200n + under) / (under * 2n);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
};
