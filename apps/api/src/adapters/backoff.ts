import { setTimeout as sleep } from 'node:timers/promises';

/** The delays between tries, milliseconds: `firstMs`, doubled each time up to `mostMs`. */
export type Backoff = { firstMs: number; mostMs: number };

/** The delay after a number of failed tries, or `askedMs` if the provider asked for a longer one. */
export const waitMs = ({ firstMs, mostMs }: Backoff, failures: number, askedMs = 0): number =>
  Math.max(Math.min(firstMs * 2 ** Math.min(failures - 1, 20), mostMs), askedMs);

/** Waits, or returns at once when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => {});
};
