/**
 * Shares the result of `work` among all calls while it runs and until `cacheMs` after its end. It runs only when it is
 * called. A failure is shared while it runs, and not cached.
 * @param cacheMs how long a result is cached, milliseconds
 * @param nowMs a monotonic clock, milliseconds
 */
export const shared = <Result>(
  work: () => Promise<Result>,
  cacheMs: number,
  nowMs: () => number = () => performance.now(),
): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined;
  let cached: { result: Result; until: number } | undefined;
  const run = async (): Promise<Result> => {
    try {
      const result = await work();
      cached = { result, until: nowMs() + cacheMs };
      return result;
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (cached && nowMs() < cached.until) return Promise.resolve(cached.result);
    running ??= run();
    return running;
  };
};
