import { setTimeout as sleep } from 'node:timers/promises';

/** The shortest and the longest time between two looks at the clock, milliseconds. What is due in between begins together. */
const TICKS_MS = [2, 100] as const;

/**
 * Begins work at a constant rate, whether earlier work is done or not.
 * @param work gets its number, and when it was due, by `performance.now()`
 * @param count how often, at the most
 */
export const atRate = (
  perSecond: number,
  work: (number: number, dueAt: number) => Promise<unknown> | undefined,
  count = Number.POSITIVE_INFINITY,
) => {
  const running = new Set<Promise<unknown>>();
  let stopping = false;
  const pace = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let number = 0; number < count; number += 1) {
      const dueAt = startedAt + (number * 1_000) / perSecond;
      for (let left = dueAt - performance.now(); left > 0 && !stopping; left = dueAt - performance.now()) {
        await sleep(Math.min(TICKS_MS[1], Math.max(TICKS_MS[0], left)));
      }
      if (stopping) return;
      const begun = work(number, dueAt);
      if (!begun) continue;
      const one: Promise<unknown> = begun.finally(() => running.delete(one));
      running.add(one);
    }
  };
  const pacing = pace();
  return {
    running,
    /** Begins nothing more. */
    stop: async (): Promise<void> => {
      stopping = true;
      await pacing;
    },
    /** Resolves when all was begun, and is done. */
    finished: async (): Promise<void> => {
      await pacing;
      await Promise.all(running);
    },
  };
};
