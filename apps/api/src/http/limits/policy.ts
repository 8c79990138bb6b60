const DAY_SECONDS = 24 * 60 * 60;

/**
 * Whole seconds until `at`, for Retry-After (RFC 9110 §10.2.3): at least one, at most a day. A client can't wait for a window
 * of years, which only support resets.
 */
export const retryAfterSeconds = (at: Date, now: Date): number =>
  Math.min(DAY_SECONDS, Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000)));

/** How long a refusal is cached, milliseconds. Another process may have cleared or refunded the counter. */
const REMEMBERED_MS = 1_000;

/**
 * The counters that refused a request within the last second, in the memory of this process, and when the window of each ends.
 * All counters share one second, after which the whole Map is replaced.
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
    /** When the window of the first of these counters that refused ends; undefined if none refused. */
    find: (keys: readonly string[], now: Date): Date | undefined => {
      if (ends.size === 0 || isOver(now)) return undefined;
      return keys.map((key) => ends.get(key)).find((end) => end !== undefined && end > now);
    },
    /** Removes a counter, or all counters under a key that ends with a colon. */
    forget: (keys: readonly string[]): void => {
      for (const key of keys) {
        ends.delete(key);
        if (!key.endsWith(':')) continue;
        for (const each of ends.keys()) if (each.startsWith(key)) ends.delete(each);
      }
    },
  };
};
