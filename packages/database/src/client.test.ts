import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, inTransaction, inUtc, type Tx } from './client.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect, countWaiting, THEN } from './testing-rows.ts';

const account = (email: string) => ({
  name: 'Voter',
  email,
  emailCanonical: email,
  passwordHash: '-',
  createdAt: THEN,
});

describe('the client', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let database: Database;
  const broken: Error[] = [];
  beforeAll(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    // With local time, as on many servers, every time would be shifted without inUtc.
    await owner.query(`ALTER DATABASE ${owner.database} SET timezone = 'Europe/Kyiv'`);
    await owner.query(`ALTER DATABASE ${owner.database} SET deadlock_timeout = '20ms'`);
    await owner.query(`ALTER DATABASE ${owner.database} SET synchronous_commit = off`);
    database = createDatabase({
      url: test.url,
      maxConnections: 4,
      onConnectionError: (error) => broken.push(error),
    });
  });
  afterAll(async () => {
    await database.close();
    await owner.end();
    await test.drop();
  });

  const counter = async (key: string): Promise<number | undefined> =>
    (await database.db.rateLimit.findUnique({ where: { key } }))?.points;

  it('writes and reads the same time through Prisma, raw SQL and PostgreSQL', async () => {
    const createdAt = new Date('2026-07-01T23:30:00.123Z');
    const { id } = await database.db.account.create({ data: { ...account('moment@example.org'), createdAt } });
    expect(await database.db.account.findUnique({ where: { id } })).toMatchObject({ createdAt });
    expect(await database.db.$queryRaw`SELECT created_at FROM accounts WHERE created_at = ${createdAt}`).toEqual([
      { created_at: createdAt },
    ]);
    const sql = `SELECT created_at, created_at AT TIME ZONE 'UTC' = timestamp '2026-07-01 23:30:00.123' AS same FROM accounts WHERE id = $1`;
    for (const each of [database.pool, owner]) {
      expect((await each.query(sql, [id])).rows).toEqual([{ created_at: createdAt, same: true }]);
    }
  });

  it('commits to the disk, whatever the default of the database is', async () => {
    const asked = `SELECT current_setting('synchronous_commit') AS setting`;
    expect((await database.pool.query(asked)).rows).toEqual([{ setting: 'on' }]);
    expect(await database.db.$queryRawUnsafe(asked)).toEqual([{ setting: 'on' }]);
  });

  it('returns bytes and big integers in the types of Prisma and of pg', async () => {
    const sealed = new Uint8Array(randomBytes(40));
    await database.db.sealedKey.create({ data: { name: 'bytes', sealed, createdAt: THEN } });
    expect(await database.db.sealedKey.findUnique({ where: { name: 'bytes' } })).toMatchObject({ sealed });
    const { rows } = await database.pool.query('SELECT sealed, 9007199254740993::int8 AS big FROM sealed_keys');
    expect(rows).toEqual([{ sealed: Buffer.from(sealed), big: '9007199254740993' }]);
    const { id } = await database.db.account.create({ data: account('big@example.org') });
    expect(
      await database.db.account.update({ where: { id }, data: { totpLastStep: 9_007_199_254_740_993n } }),
    ).toMatchObject({ totpLastStep: 9_007_199_254_740_993n });
  });

  it('survives the termination of its connections, idle and in use', async () => {
    const kill = (): Promise<unknown> =>
      owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laurel' AND datname = current_database()`,
      );
    await database.db.account.count();
    await kill();
    await expect.poll(() => database.pool.totalCount).toBe(0);

    const held = await database.pool.connect();
    await kill();
    await expect(held.query('SELECT 1')).rejects.toThrow();
    held.release(true);

    const running = database.db.$transaction(async (tx) => {
      await tx.rateLimit.count();
      await kill();
      await tx.rateLimit.count();
    });
    await expect(running).rejects.toThrow();
    expect(broken.length).toBeGreaterThan(0);
    expect(await database.db.account.count()).toBeGreaterThan(0);
  });

  it('lets the server cancel a statement that takes too long', async () => {
    const limited = createDatabase({ url: test.url, statementTimeoutMs: 50 });
    await expect(limited.pool.query('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    await expect(limited.db.$queryRaw`SELECT pg_sleep(10)`).rejects.toThrow(/57014/);
    await limited.close();
  });

  it('rejects queries while the server is unavailable, and still closes', async () => {
    const url = new URL(test.url);
    url.port = '1';
    const unavailable = createDatabase({ url: url.href });
    await expect(unavailable.db.account.count()).rejects.toThrow();
    await expect(unavailable.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await unavailable.close();
    await unavailable.close();
  });

  it('waits for a running query before it closes', async () => {
    const closing = createDatabase({ url: test.url, statementTimeoutMs: 0 });
    await owner.query('SELECT pg_advisory_lock(1)');
    const ends: string[] = [];
    const answer = closing.pool.query('SELECT 42 AS answer FROM pg_advisory_lock(1)').finally(() => ends.push('query'));
    await expect.poll(() => countWaiting(owner)).toBe(1);
    const closed = closing.close().finally(() => ends.push('close'));
    await owner.query('SELECT pg_advisory_unlock(1)');
    expect((await answer).rows).toEqual([{ answer: 42 }]);
    await closed;
    expect(ends).toEqual(['query', 'close']);
  });

  it.each([
    ['postgres://u:p@host/db', '-c TimeZone=UTC'],
    ['postgres://u:p%2B+%40@host:1/db?sslmode=require&options=-c%20jit%3Doff', '-c jit=off -c TimeZone=UTC'],
  ])('adds UTC to the options of %s', (url, options) => {
    const parsed = new URL(inUtc(url));
    expect(parsed.searchParams.get('options')).toBe(options);
    parsed.searchParams.delete('options');
    const given = new URL(url);
    given.searchParams.delete('options');
    expect(parsed.href).toBe(given.href);
  });

  describe('inTransaction', () => {
    const raise = (tx: Tx, key: string): Promise<unknown> =>
      tx.rateLimit.update({ where: { key }, data: { points: { increment: 1 } } });
    const raiseRaw = (tx: Tx, key: string): Promise<unknown> =>
      tx.$executeRaw`UPDATE rate_limits SET points = points + 1 WHERE key = ${key}`;

    it.each([
      ['Prisma', raise],
      ['raw SQL', raiseRaw],
    ])('retries after a deadlock: %s', async (how, step) => {
      const [left, right] = [`left ${how}`, `right ${how}`];
      await database.db.rateLimit.createMany({
        data: [left, right].map((key) => ({ key, points: 0, expiresAt: THEN })),
      });
      let [runs, holding] = [0, 0];
      const bothHold = Promise.withResolvers<void>();
      const oneEnded = Promise.withResolvers<void>();
      const cross = async (first: string, second: string): Promise<void> => {
        await inTransaction(database.db, async (tx) => {
          runs += 1;
          // A retry could take the row before the other transaction wakes up, which would be a second deadlock.
          if (runs > 2) await oneEnded.promise;
          await step(tx, first);
          holding += 1;
          if (holding >= 2) bothHold.resolve();
          await bothHold.promise;
          await step(tx, second);
        });
        oneEnded.resolve();
      };
      await Promise.all([cross(left, right), cross(right, left)]);
      expect(runs).toBe(3);
      expect([await counter(left), await counter(right)]).toEqual([2, 2]);
    });

    it('gives up after four runs', async () => {
      let runs = 0;
      const conflicting = inTransaction(database.db, async (tx) => {
        runs += 1;
        await tx.$executeRaw`DO $$ BEGIN RAISE serialization_failure; END $$`;
      });
      await expect(conflicting).rejects.toThrow(/40001|conflict/);
      expect(runs).toBe(4);
    });

    it('rethrows every other error after one run and rolls back', async () => {
      let runs = 0;
      const failing = inTransaction(database.db, async (tx) => {
        runs += 1;
        await tx.rateLimit.create({ data: { key: 'gone', points: 1, expiresAt: THEN } });
        throw new Error('some failure');
      });
      await expect(failing).rejects.toThrow('some failure');
      expect(runs).toBe(1);
      expect(await counter('gone')).toBeUndefined();
    });

    it('uses READ COMMITTED, whatever the server’s default', async () => {
      await owner.query(
        `ALTER ROLE ${new URL(test.url).username} IN DATABASE ${owner.database} SET default_transaction_isolation = 'serializable'`,
      );
      const strict = createDatabase({ url: test.url });
      const level = await inTransaction(
        strict.db,
        (tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS level`,
      );
      expect(level).toEqual([{ level: 'read committed' }]);
      await strict.close();
    });
  });
});
