import { createConfirmation } from '@laurel/database/replication';
import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { batched } from '../concurrency/batched.ts';

const PATIENCE_MS = 5_000;

/**
 * Confirms for all callers together, on one connection, that what they read is replicated: what is visible may be on one
 * machine only. While the standby is away, PostgreSQL keeps a backend that waits, although its client is gone; therefore a
 * caller gives up before its statement does, and the next statement waits for that one.
 * @returns a function that resolves once what was visible before the call is replicated
 *   @throws AppError server.unavailable after five seconds
 */
export const createReplicated = (pool: pg.Pool): (() => Promise<void>) => {
  const confirmOnce = createConfirmation(pool);
  const confirm = batched(async () => {
    await confirmOnce();
    return new Map<string, never>();
  }, Number.POSITIVE_INFINITY);
  return () =>
    new Promise((resolve, reject) => {
      const late = (): void => reject(new AppError('server.unavailable', { retryAfterSeconds: 2 }));
      const timer = setTimeout(late, PATIENCE_MS);
      confirm('')
        .finally(() => clearTimeout(timer))
        .then(() => resolve(), reject);
    });
};
