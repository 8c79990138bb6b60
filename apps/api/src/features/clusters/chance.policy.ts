/**
 * How improbable it is that chance gives at least `count` of `of` at the rate `base`: a decimal exponent, 6 for once in a million.
 * Chernoff's bound for the binomial distribution, which never says more than the exact value; 0 at or below the rate.
 */
export const improbability = (count: number, of: number, base: number): number => {
  const share = count / of;
  if (of === 0 || share <= base) return 0;
  const rest = share >= 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - base));
  return (of * (share * Math.log(share / base) + rest)) / Math.LN10;
};
