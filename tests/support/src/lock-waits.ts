import type { Db } from '@laurel/database/client';

/** How many connections to the database wait for a lock. */
export const lockWaits = async (db: Db): Promise<number> => {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
};
