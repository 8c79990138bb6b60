const DAY_SECONDS = 24 * 60 * 60;

/**
 * Whole seconds until `at`, for Retry-After (RFC 9110 §10.2.3): at least one, and at most a day, since a window of years
 * (a budget that only support resets) is nothing a client could wait for.
 */
export const retryAfterSeconds = (at: Date, now: Date): number =>
  Math.min(DAY_SECONDS, Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000)));

/** How long a refusal is remembered at most, milliseconds: another process may have cleared or refunded the counter since. */
const REMEMBERED_MS = 1_000;

/**
 * The counters that refused somebody within the last second, in this process's memory, and when the window of each ends. All
 * of them share the second, so that forgetting them is dropping one Map.
 */
export const createRefusals = () => {
  let ends = new Map<string, Date>();
  let since = 0;
  const isOver = (now: Date): boolean => now.getTime() >= since + REMEMBERED_MS || now.getTime() < since;
  return {
    remember: (key: string, windowEnd: Date, now: Date): void => {
      if (isOver(now)) {
        ends = new Map();
        since = now.getTime();
      }
      ends.set(key, windowEnd);
    },
    /** When the first of these counters that refused begins anew; undefined where none refused. */
    find: (keys: readonly string[], now: Date): Date | undefined => {
      if (ends.size === 0 || isOver(now)) return undefined;
      return keys.map((key) => ends.get(key)).find((end) => end !== undefined && end > now);
    },
    /** Forgets counters; all counters beneath a key that ends with a colon. */
    forget: (keys: readonly string[]): void => {
      for (const key of keys) {
        ends.delete(key);
        if (!key.endsWith(':')) continue;
        for (const each of ends.keys()) if (each.startsWith(key)) ends.delete(each);
      }
    },
  };
};
