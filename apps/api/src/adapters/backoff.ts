import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait between tries, milliseconds: the first wait, doubled each time up to the longest. */
export type Backoff = { firstMs: number; mostMs: number };

/** The wait after so many failed tries; longer where the provider asked for more. */
export const waitMs = ({ firstMs, mostMs }: Backoff, failures: number, askedMs = 0): number =>
  Math.max(Math.min(firstMs * 2 ** Math.min(failures - 1, 20), mostMs), askedMs);

/** Waits, or returns at once when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => {});
};
