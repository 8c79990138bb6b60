/**
 * Work whose result is shared: by all who ask while it runs, and by all who ask until `keptMs` after it ended. Where nobody
 * asks, nothing runs. A failure is shared while it runs, and not kept.
 * @param keptMs how long a result is kept, milliseconds
 * @param nowMs a clock that never goes back, milliseconds
 */
export const shared = <Result>(
  work: () => Promise<Result>,
  keptMs: number,
  nowMs: () => number = () => performance.now(),
): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined;
  let kept: { result: Result; until: number } | undefined;
  const run = async (): Promise<Result> => {
    try {
      const result = await work();
      kept = { result, until: nowMs() + keptMs };
      return result;
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (kept && nowMs() < kept.until) return Promise.resolve(kept.result);
    running ??= run();
    return running;
  };
};
