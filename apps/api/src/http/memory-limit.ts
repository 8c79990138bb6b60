/** Counts by key over one fixed window, in this process's memory: for limits that must never cost a query. */
export type MemoryLimit = {
  /** Counts one and says how long to wait (whole seconds) where that is over the limit, else 0. */
  take(key: string, now: number): number;
};

/**
 * A fixed-window limit. All keys share the window, so forgetting them is dropping one Map.
 * @param limit how many in a window
 * @param windowMs the window's length, milliseconds
 */
export const createMemoryLimit = (limit: number, windowMs: number): MemoryLimit => {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take: (key, now) => {
      if (now >= endsAt || now < endsAt - windowMs) {
        counts = new Map();
        endsAt = now + windowMs;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > limit ? Math.max(1, Math.ceil((endsAt - now) / 1000)) : 0;
    },
  };
};
