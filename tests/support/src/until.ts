import { setTimeout as sleep } from 'node:timers/promises';

/** How long a test waits for something that is sure to come: the limit of `expect.poll` in vitest.shared.ts. */
const PATIENCE_MS = 90_000;
const BETWEEN_MS = 10;

/**
 * Waits until `look` returns a value that counts as true, and returns it.
 * @param what what is waited for, to complete the sentence “waited 90 s for …”
 * @throws if it did not come
 */
export const until = async <T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> => {
  // Real time: between two looks, and until it ends what hangs.
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(BETWEEN_MS)) {
    const seen = await look();
    if (seen) return seen;
  }
  throw new Error(`waited ${PATIENCE_MS / 1_000} s for ${what}`);
};
