import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, runOnce } from 'graphile-worker';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, inTransaction } from './client.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

const logger = new Logger(() => () => undefined);

describe('the job queue, used by the application’s role', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let database: Database;
  let worker: Runner | undefined;
  beforeAll(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    database = createDatabase({ url: test.url });
  });
  afterAll(async () => {
    await worker?.stop();
    await database.close();
    await owner.end();
    await test.drop();
  });

  const waiting = async (): Promise<unknown> =>
    (await database.pool.query('SELECT count(*)::int AS jobs FROM graphile_worker.jobs')).rows[0];

  it('cannot bypass row level security', async () => {
    const { rows } = await database.pool.query(
      'SELECT rolsuper OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([{ mighty: false }]);
  });

  // Without the policies, row level security refuses the job.
  it('adds a job in the caller’s transaction, or not at all', async () => {
    const undone = inTransaction(database.db, async (tx) => {
      await tx.$queryRaw`SELECT id FROM graphile_worker.add_job('greet', ${JSON.stringify({ name: 'nobody' })}::json)`;
      throw new Error('never mind');
    });
    await expect(undone).rejects.toThrow('never mind');
    expect(await waiting()).toEqual({ jobs: 0 });
    await inTransaction(database.db, async (tx) => {
      await tx.$queryRaw`SELECT id FROM graphile_worker.add_job('greet', ${JSON.stringify({ name: 'somebody' })}::json)`;
    });
    expect(await waiting()).toEqual({ jobs: 1 });
  });

  it('is processed by a worker of the same role', async () => {
    const greeted: unknown[] = [];
    await runOnce({
      pgPool: database.pool,
      logger,
      taskList: { greet: async (payload) => void greeted.push(payload) },
    });
    expect(greeted).toEqual([{ name: 'somebody' }]);
    expect(await waiting()).toEqual({ jobs: 0 });
  });

  it('wakes a waiting worker and supports named queues, crontabs and retries', async () => {
    const done: string[] = [];
    let tries = 0;
    worker = await run({
      pgPool: database.pool,
      logger,
      noHandleSignals: true,
      pollInterval: 100,
      crontab: '0 0 1 1 * nightly',
      events: new EventEmitter(),
      taskList: {
        nightly: async () => undefined,
        ordered: async (payload) => void done.push(JSON.stringify(payload)),
        shaky: async () => {
          tries += 1;
          if (tries === 1) throw new Error('not yet');
        },
      },
    });
    await worker.addJob('ordered', 1, { queueName: 'line' });
    await worker.addJob('ordered', 2, { queueName: 'line' });
    // In one statement: once a worker has started a job, its key creates another one.
    await database.pool.query(`SELECT graphile_worker.add_job('shaky', job_key => 'once') FROM generate_series(1, 2)`);
    await expect.poll(() => done).toEqual(['1', '2']);
    // Once the failure is recorded, the retry runs at once. The end of a job is recorded after the task has returned.
    const hurry = `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL AND locked_at IS NULL`;
    const left = async () => {
      await database.pool.query(hurry);
      return waiting();
    };
    await expect.poll(left).toEqual({ jobs: 0 });
    expect(tries).toBe(2);
  });

  it('gets a missing policy back, once, by the next migration', async () => {
    const policies = async (): Promise<unknown[]> =>
      (await owner.query(`SELECT polrelid::regclass::text AS queue_table FROM pg_policy ORDER BY 1`)).rows;
    const before = await policies();
    expect(before.length).toBeGreaterThan(2);
    await owner.query(`DROP POLICY ${new URL(test.url).username} ON graphile_worker._private_jobs`);
    const urls = { migrateUrl: test.migrateUrl, appUrl: test.url };
    await migrate(urls);
    await migrate(urls);
    expect(await policies()).toEqual(before);
  });
});
