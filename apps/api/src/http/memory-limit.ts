import { AppError } from '../app-error.ts';

/** A fixed-window limit in the memory of this process, for limits that must not cost a query. */
export type MemoryLimit = {
  /** Counts one; returns the whole seconds to wait if that is over the limit, else 0. */
  take(key: string, now: number): number;
  /** Takes back what was counted at `takenAt`, unless that window has ended. */
  refund(key: string, takenAt: number): void;
};

/** Counts one. @throws AppError limit.exceeded */
export const charge = (limit: MemoryLimit, key: string, now: number): void => {
  const retryAfterSeconds = limit.take(key, now);
  if (retryAfterSeconds > 0) throw new AppError('limit.exceeded', { retryAfterSeconds });
};

/**
 * Creates a fixed-window limit. All keys share one window, after which the whole Map is replaced.
 * @param limit the most per window
 * @param windowMs the length of the window, milliseconds
 */
export const createMemoryLimit = (limit: number, windowMs: number): MemoryLimit => {
  let counts = new Map<string, number>();
  let endsAt = 0;
  const isCurrent = (at: number): boolean => at < endsAt && at >= endsAt - windowMs;
  return {
    take: (key, now) => {
      if (!isCurrent(now)) {
        counts = new Map();
        endsAt = now + windowMs;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > limit ? Math.max(1, Math.ceil((endsAt - now) / 1000)) : 0;
    },
    refund: (key, takenAt) => {
      const count = counts.get(key);
      if (count !== undefined && count > 0 && isCurrent(takenAt)) counts.set(key, count - 1);
    },
  };
};
