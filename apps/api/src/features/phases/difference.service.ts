import { createPoll } from '../../concurrency/poll.ts';
import { MAX_SKEW_MS } from '../../limits.ts';

const MEASURE_EVERY_MS = 1_000;

type Deps = {
  /** Reads the database's clock, milliseconds since 1970. */
  readDatabaseMs(): Promise<number>;
  /** This machine's clock. */
  now(): Date;
  /** A clock that nobody sets, milliseconds. */
  monotonicMs(): number;
  /** Called once per outage in which the clock can't be read; the last measurement is used meanwhile. */
  onError(error: unknown): void;
};

export type ClockDifference = {
  /** How much the database's clock is ahead of this machine's, milliseconds; 0 if it differs by no more than a second. */
  databaseAheadMs(): number;
  measure(): Promise<void>;
  /** Measures once, if the database answers, and then every second. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Compares this machine's clock with the database's. Between two measurements the database's time is the last measured
 * time plus the time that has passed since, so that a jump of the machine's clock is noticed at once.
 */
export const createClockDifference = (deps: Deps): ClockDifference => {
  const { now, monotonicMs } = deps;
  /** The bounds of the database's clock minus the monotonic clock, milliseconds. */
  let known: { least: number; most: number } | undefined;

  const measure = async (): Promise<void> => {
    const before = monotonicMs();
    const at = await deps.readDatabaseMs();
    const after = monotonicMs();
    // After a slow query the bounds would be too far apart.
    if (after - before <= MAX_SKEW_MS) known = { least: at - after, most: at - before };
  };

  const poll = createPoll(MEASURE_EVERY_MS, measure, deps.onError);
  return {
    databaseAheadMs: () => {
      if (!known) return 0;
      const own = now().getTime() - monotonicMs();
      const ahead = Math.max(known.least - own, 0) + Math.min(known.most - own, 0);
      return Math.abs(ahead) > MAX_SKEW_MS ? ahead : 0;
    },
    measure,
    start: async () => {
      // The poll reports an outage.
      await measure().catch(() => undefined);
      poll.start();
    },
    close: poll.close,
  };
};
