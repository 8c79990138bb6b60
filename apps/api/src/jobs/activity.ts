import type { Db } from '@laurel/database/client';

const MINUTE_MS = 60_000;

/**
 * Counts what happened in the closed minutes before `now` (record_activity() in the database). After an outage it catches up,
 * an hour of activity in each transaction. Ends at once if another process does it.
 */
export const recordActivity = async (db: Db, now: Date): Promise<void> => {
  const closed = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const [row] = await db.$queryRaw<{ until: Date | null }[]>`SELECT record_activity(${now}) AS until`;
    if (!row?.until || row.until.getTime() >= closed) return;
  }
};
