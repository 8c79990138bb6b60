const DAY_SECONDS = 24 * 60 * 60;

/**
 * Whole seconds until `at`, for Retry-After (RFC 9110 §10.2.3): at least one, and at most a day, since a window of years
 * (a budget that only support resets) is nothing a client could wait for.
 */
export const retryAfterSeconds = (at: Date, now: Date): number =>
  Math.min(DAY_SECONDS, Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000)));
