import type { Reply } from './site.ts';

/** The answers of one kind of request, and how long they took. */
export const createRequests = () => {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let done = 0;
  return {
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
    /** The numbers up to now. */
    read: () => ({ asked: times.length, done, p99Ms: percentile(times, 0.99), refused }),
  };
};

export type Requests = ReturnType<typeof createRequests>;

/** The value below which a share of the values lies; 0 without values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
};
