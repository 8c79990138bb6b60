import { onTestFinished, vi } from 'vitest';

/** Holds the limits that AbortSignal.timeout creates, until the end of the test: they pass when the test says so. */
export const holdLimits = (): { passFirst(): void } => {
  const limits: AbortController[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    /** Lets the limit pass that was set first, of those that have not passed. */
    passFirst: () => limits.shift()?.abort(new DOMException('the limit has passed', 'TimeoutError')),
  };
};
