const SECOND_MS = 1_000;

/** Tries per message: about a day's worth. Codes are dropped earlier, when they expire. */
export const MAX_TRIES = 370;

/** Up to this try the delays stay short, so that a code is still valid when its provider is back. */
const SHORT_DELAY_TRIES = 100;

/**
 * The delay after a failed try: seconds at first, at most 30 s during the first 45 minutes, then five minutes.
 * @param tries failed tries so far, this one included
 * @returns milliseconds
 */
export const retryDelayMs = (tries: number): number =>
  Math.min(2 ** Math.min(tries, 10), tries < SHORT_DELAY_TRIES ? 30 : 300) * SECOND_MS;
