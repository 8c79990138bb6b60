import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { clockSkewMs } from './store.ts';

const WAIT_MS = 1_500;

// Known to fail with a time that was read before the wait: 1.5 s.
it('clockSkewMs does not count the wait for a connection', async () => {
  const database = await openTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await database.close();
  });
  const other = await pool.connect();
  const measuring = clockSkewMs(pool, () => new Date());
  await sleep(WAIT_MS);
  other.release();
  expect(await measuring).toBeLessThan(WAIT_MS / 2);
  expect(await clockSkewMs(pool, () => new Date(Date.now() + 30_000))).toBeGreaterThan(29_000);
});
