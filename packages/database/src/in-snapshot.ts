import type pg from 'pg';
import type { Queryable } from './queryable.ts';

/** Runs work in one snapshot of the database, and changes nothing. */
export const inSnapshot = async <Result>(pool: pg.Pool, work: (db: Queryable) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(client);
    await client.query('COMMIT');
    isSound = true;
    return result;
  } finally {
    // After an error the transaction is still open. Closing the connection ends it.
    client.release(!isSound);
  }
};

/** The same for work that takes longer than a request may: counting millions of votes, or writing to a slow reader. */
export const inLongSnapshot = <Result>(pool: pg.Pool, work: (db: Queryable) => Promise<Result>): Promise<Result> =>
  inSnapshot(pool, async (db) => {
    await db.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    return work(db);
  });
