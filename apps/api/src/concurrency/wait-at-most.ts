/** The result of a wait that was too short. */
export const LATE = Symbol('late');

/**
 * Waits for work, but not longer than a time; the work goes on afterwards.
 * @param ms the most milliseconds
 * @returns what the work returned, or LATE
 * @throws what the work throws in that time
 */
export const waitAtMost = async <T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> => {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timeout = setTimeout(() => resolve(LATE), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timeout);
  }
};
