import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { QueuePool } from './queue-pool.ts';

let database: TestDatabase;
let pool: QueuePool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueuePool({ connectionString: database.url, max: 1 });
  // pool.end() resolves before its connections are closed: dropping the database may still cut one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('releases a connection once when it is released twice', async () => {
  const release = await new Promise<() => void>((resolve) => {
    pool.connect((_error, _client, release) => resolve(() => release()));
  });
  release();
  expect(release).not.toThrow();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});

it('closes a connection that is released with an error', async () => {
  await new Promise<void>((resolve) => {
    pool.connect((_error, _client, release) => resolve(release(new Error('broken'))));
  });
  expect(pool.totalCount).toBe(0);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('pings a connection until it is released', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const [client, release] = await new Promise<[PoolClient, () => void]>((resolve) => {
    pool.connect((_error, lent, release) => lent && resolve([lent, release]));
  });
  const asked = vi.spyOn(client, 'query');
  vi.advanceTimersByTime(6_000);
  expect(asked).toHaveBeenCalledTimes(1);
  release();
  expect(vi.getTimerCount()).toBe(0);
  // pg releases the connection of a single query in another way.
  await pool.query('SELECT 1');
  expect(vi.getTimerCount()).toBe(0);
});
