/**
 * Waits for work, but not longer than a time; the work goes on afterwards.
 * @param ms the most milliseconds
 * @throws what the work throws in that time
 */
export const waitAtMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, ms);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timeout);
  }
};
