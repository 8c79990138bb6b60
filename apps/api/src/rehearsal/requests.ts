import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from './site.ts';

const LOOKS_EVERY_MS = 50;

/** The answers of one kind of request, and how long they took. */
export const createRequests = () => {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let [asked, done] = [0, 0];
  return {
    /** A request is due. Its answer must be noted. */
    begin: (): void => {
      asked += 1;
    },
    /** @param ms from the moment at which the request was due, milliseconds */
    note: ({ status, body }: Reply, wanted: number, ms: number): void => {
      times.push(ms);
      if (status === wanted) {
        done += 1;
        return;
      }
      const kind = status === 0 ? body : String(status);
      refused[kind] = (refused[kind] ?? 0) + 1;
    },
    /** The numbers, once every request has its answer. A request without one ends after a while. */
    read: async () => {
      while (times.length < asked) await sleep(LOOKS_EVERY_MS);
      return { asked, done, p99Ms: percentile(times, 0.99), refused };
    },
  };
};

export type Requests = ReturnType<typeof createRequests>;

/** The value below which a share of the values lies; 0 without values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
