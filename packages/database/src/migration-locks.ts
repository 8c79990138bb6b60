import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Queryable } from './queryable.ts';

/** How long a script waits for a lock. Votes that come meanwhile wait behind it. */
const LOCK_TIMEOUT_MS = 500;
/** The pause between two attempts, in which waiting votes are written. */
const PAUSE_MS = 2_000;
/** The attempts and their pauses take about ten minutes. */
const ATTEMPTS = 240;

/** The error code of a statement that waited for a lock for too long. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Whether a script builds or drops an index concurrently. Others can write meanwhile, so it may wait. It can't run in a
 * transaction.
 */
export const isConcurrent = (script: string): boolean => /\bINDEX CONCURRENTLY\b/.test(script);

/**
 * Runs the script of a migration in one transaction. While it waits for the lock of a table, all others that need the
 * table wait behind it, so it gives up after half a second and tries again later. A concurrent build of an index blocks
 * nobody, and may wait without a limit.
 * @throws pg.DatabaseError
 */
export const runScript = async (db: Queryable, script: string): Promise<void> => {
  if (isConcurrent(script)) {
    await db.query('SET lock_timeout = 0');
    await db.query(script);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    await db.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      await db.query(script);
      return;
    } catch (error) {
      const waited = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!waited || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
};

const INVALID = `
  SELECT i.indexrelid::regclass::text AS name
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE c.relnamespace = 'public'::regnamespace AND NOT i.indisvalid`;

/** Drops the indexes whose concurrent build was interrupted, so that it can begin again. */
export const dropInvalidIndexes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(INVALID);
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
};

/** The time between two attempts to take the advisory lock. */
const TURN_MS = 100;

/**
 * Tries to take an advisory lock until this connection holds it. A statement that waited for the lock would have a
 * snapshot, and a concurrent build of an index waits for all snapshots.
 */
export const takeTurn = async (client: pg.Client, lock: number): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lock]);
    if (rows[0]?.locked) return;
    await sleep(TURN_MS);
  }
};
