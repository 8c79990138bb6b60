import { createConfirmation } from '@laurel/database/replication';
import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { batched } from '../concurrency/batched.ts';

/** How long a caller waits, milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Confirms that data which callers have read is replicated, because visible data may be on one machine only. One
 * statement on one connection confirms it for all waiting callers. While the standby is away, PostgreSQL keeps a
 * waiting backend although its client is gone. A caller therefore gives up before its statement ends, and the next
 * statement waits for that one.
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
