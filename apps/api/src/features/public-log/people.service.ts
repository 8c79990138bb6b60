/**
 * Counts the verified voters for checkpoints. A count is used for `cacheMs`, or until a category has more votes than voters. If
 * a new count is still smaller than the votes, that difference alone causes no further count.
 * @param nowMs a monotonic clock, milliseconds
 */
export const createPeople = (
  count: () => Promise<number>,
  cacheMs: number,
  nowMs: () => number = () => performance.now(),
): ((atLeast: number) => Promise<number>) => {
  let known: { people: number; missing: number; until: number } | undefined;
  return async (atLeast) => {
    if (known && nowMs() < known.until && atLeast <= known.people + known.missing) return known.people;
    const people = await count();
    known = { people, missing: Math.max(0, atLeast - people), until: nowMs() + cacheMs };
    return people;
  };
};
