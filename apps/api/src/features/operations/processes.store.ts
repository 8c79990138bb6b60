import type { Db } from '@laurel/database/client';

/** The state of a process. */
export type ProcessState = { id: string; startedAt: Date; sockets: number };

/** Writes the state of this process, with the time of the database's clock, so that processes can be compared. */
export const writeProcess = async (db: Db, { id, startedAt, sockets }: ProcessState): Promise<void> => {
  await db.$executeRaw`
    INSERT INTO processes (id, started_at, seen_at, sockets) VALUES (${id}::uuid, ${startedAt}, clock_timestamp(), ${sockets})
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, sockets = excluded.sockets`;
};

/** Removes the state of a process that ends, and the states that were not written for an hour. */
export const removeProcess = async (db: Db, id: string): Promise<void> => {
  await db.$executeRaw`
    DELETE FROM processes WHERE id = ${id}::uuid OR seen_at < clock_timestamp() - interval '1 hour'`;
};
