import type pg from 'pg';
import type { Queryable } from './queryable.ts';

/** The SQLSTATE read_only_sql_transaction, the error of a standby for every change. */
const READ_ONLY = '25006';

/**
 * Checks that a connection reached the primary. An address that follows the primary can lead to a standby for a while.
 * A standby may lack acknowledged changes, so a row that is missing there proves nothing.
 * @throws Error with the code of a standby's error for changes
 */
export const requirePrimary = async (client: Queryable): Promise<void> => {
  const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"');
  if (rows[0]?.isStandby) throw Object.assign(new Error('this PostgreSQL is a standby'), { code: READ_ONLY });
};

/** For `verify` of a pool: refuses a connection that reached a standby. */
export const verifyPrimary = (client: pg.PoolClient, done: (error?: Error) => void): void => {
  requirePrimary(client).then(() => done(), done);
};
