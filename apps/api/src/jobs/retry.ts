const SECOND_MS = 1_000;

/** How many tries a message gets: about a day of them. Codes are dropped earlier, when they expire. */
export const MAX_TRIES = 370;

/** Up to this try the waits stay short: a code that comes back with its provider must still be good. */
const EAGER_TRIES = 100;

/**
 * How long to wait after a failed try: seconds at first, at most half a minute for the first three quarters of an
 * hour, then five minutes.
 * @param tries how many failed so far, this one included
 * @returns milliseconds
 */
export const retryDelayMs = (tries: number): number =>
  Math.min(2 ** Math.min(tries, 10), tries < EAGER_TRIES ? 30 : 300) * SECOND_MS;
