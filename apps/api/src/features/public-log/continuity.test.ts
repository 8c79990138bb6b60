import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { castVotes, connect, insertNominees, insertVoters } from '@laurel/database/testing-rows';
import { useLogDatabase } from '@laurel/support/log-database';
import { openTestLog, readLog, type TestLog } from '@laurel/support/public-log';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

let database: TestDatabase;
let copy: string | undefined;
let dataDir: string;
let nominee: number;
const open: TestLog[] = [];

const onServer = async (sql: string): Promise<void> => {
  const client = await connect(inject('laurelTestServer').ownerUrl);
  await client.query(sql);
  await client.end();
};
const withName = (url: string, name: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
};
const closeLogs = async (): Promise<void> => {
  for (const log of open.splice(0)) await log.close();
};
const openLog = async (url: string, options: Partial<Parameters<typeof openTestLog>[0]> = {}): Promise<TestLog> => {
  const log = await openTestLog({ url, dataDir, ...options });
  open.push(log);
  return log;
};
/** Casts so many votes in a database. */
const vote = async (urls: { url: string; migrateUrl: string }, count: number): Promise<void> => {
  const owner = await connect(urls.migrateUrl);
  const voters = await insertVoters(owner, count);
  expect(
    await castVotes(
      owner,
      voters.map(({ sessionId }) => [sessionId, nominee] as const),
    ),
  ).toBe('A'.repeat(count));
  await owner.end();
};
/** A backup: the database as it is now, under another name. */
const backUp = async (): Promise<{ url: string; migrateUrl: string }> => {
  await closeLogs();
  const name = new URL(database.migrateUrl).pathname.slice(1);
  copy = `${name}_copy`;
  await onServer(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
  return { url: withName(database.url, copy), migrateUrl: withName(database.migrateUrl, copy) };
};
const checkpointsIn = async (url: string): Promise<number> => {
  const client = await connect(url);
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM log_checkpoints');
  await client.end();
  return rows[0]?.count ?? -1;
};

describe('the public log after a restore', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'laurel-log-'));
    const owner = await connect(database.migrateUrl);
    nominee = (await insertNominees(owner, 1, 1))[0]?.[0] ?? 0;
    await owner.end();
  });
  afterEach(async () => {
    await closeLogs();
    await database.drop();
    if (copy) await onServer(`DROP DATABASE ${copy} WITH (FORCE)`);
    copy = undefined;
    rmSync(dataDir, { recursive: true });
  });

  it('stops when the database is older than what was shown, and signs nothing', async () => {
    await vote(database, 3);
    await (await openLog(database.url)).run();
    const older = await backUp();
    await vote(database, 2);
    const before = await openLog(database.url);
    await before.run();
    const { size } = await readLog(before.file, before.key);
    await vote(older, 5);
    const restored = await openLog(older.url);
    await expect(restored.run()).rejects.toThrow(`the database has 4 leaves, but ${size} were shown`);
    await expect(restored.published.refresh()).rejects.toThrow('the public log has stopped');
    expect(restored.published.alarm()?.kind).toBe('older');
    // This test failed: voters got 404 for the log, and receipts without a proof.
    expect((await readLog(restored.file, restored.key)).size).toBe(4);
    expect(await checkpointsIn(older.url)).toBe(1);
  });

  it('stops when the database has other leaves than were shown', async () => {
    await vote(database, 3);
    await (await openLog(database.url)).run();
    const older = await backUp();
    await vote(database, 2);
    await (await openLog(database.url)).run();
    // Another machine, which never showed anything, continues from the backup.
    const elsewhere = mkdtempSync(join(tmpdir(), 'laurel-log-'));
    await vote(older, 2);
    const other = await openLog(older.url, { dataDir: elsewhere });
    await other.run();
    const fork = await openLog(older.url);
    await expect(fork.run()).rejects.toThrow('has stopped');
    expect(fork.published.alarm()?.kind).toBe('fork');
    await expect(fork.published.refresh()).rejects.toThrow('has stopped');
    // Showing it would be a second history. What the log says about itself is there.
    expect([fork.published.current(), fork.published.stored()?.size]).toEqual([undefined, 6]);
    await vote(older, 2);
    await other.run();
    await expect(fork.run()).rejects.toThrow('the first 6 leaves are not those that were shown');
    rmSync(elsewhere, { recursive: true });
  });

  it('stops when the database is empty', async () => {
    const empty = await backUp();
    await vote(database, 1);
    await (await openLog(database.url)).run();
    const log = await openLog(empty.url);
    await expect(log.run()).rejects.toThrow('the database has no log, but one of 2 leaves was shown');
    expect(await checkpointsIn(empty.url)).toBe(0);
  });

  it('continues when the backup has what was shown', async () => {
    await vote(database, 3);
    await (await openLog(database.url)).run();
    const restored = await backUp();
    await vote(restored, 2);
    const log = await openLog(restored.url);
    await log.run();
    expect((await readLog(log.file, log.key)).size).toBe(6);
  });
});

describe('the public log', () => {
  const test = useLogDatabase();
  /** Three votes are in the log, and one is not yet. */
  const showThreeVotes = async (): Promise<void> => {
    await test.vote(3);
    await (await test.openLog()).run();
    await test.vote(1);
  };

  it('stops with another key, and under another name', async () => {
    await test.vote(1);
    await (await test.openLog()).run();
    for (const options of [{ key: new Uint8Array(32).fill(8) }, { origin: 'other.example/log/2026' }]) {
      for (const dataDir of [test.dataDir, join(test.dataDir, 'another')]) {
        const log = await test.openLog({ ...options, dataDir });
        await expect(log.run()).rejects.toThrow('was not signed with LOG_KEY');
        expect(log.published.alarm()?.kind).toBe('key');
        await expect(log.published.refresh()).rejects.toThrow('has stopped');
        expect(log.published.current()?.size).toBe(2);
      }
    }
    expect(await checkpointsIn(test.url)).toBe(1);
  });

  // This test failed: a process whose file had the newest checkpoint never read a tile, and reported a sound log.
  it.each([
    {
      what: 'tile was changed',
      table: 'all_log_tiles',
      change: 'UPDATE log_tiles SET data = set_byte(data, 40, 255 - get_byte(data, 40)) WHERE level = 0',
      reason: 'the tiles are not those of the checkpoint of 4 leaves',
      kind: 'tiles',
    },
    {
      what: 'root of a checkpoint was changed',
      table: 'all_log_checkpoints',
      change: `UPDATE log_checkpoints SET root = sha256('other')`,
      reason: 'the checkpoint of 4 leaves is that of another tree',
      kind: 'fork',
    },
    {
      what: 'tile was removed',
      table: 'all_log_tiles',
      change: 'DELETE FROM log_tiles WHERE level = 0',
      reason: 'has stopped: the log has no tile 0/0 of width 4',
      kind: 'tiles',
    },
  ])('stops when a stored $what', async ({ table, change, reason, kind }) => {
    await showThreeVotes();
    await test.tamper(table, change);
    const log = await test.openLog();
    await expect(log.published.refresh()).rejects.toThrow(reason);
    expect(log.published.alarm()?.kind).toBe(kind);
    await expect(log.run()).rejects.toThrow('has stopped');
    expect(await checkpointsIn(test.url)).toBe(1);
  });

  // This test fails if every error raises the alarm that somebody changed the tiles.
  it('reports no alarm when the database does not answer', async () => {
    await showThreeVotes();
    const log = await test.openLog({ dataDir: join(test.dataDir, 'another') });
    await test.owner.query('BEGIN');
    await test.owner.query('LOCK TABLE log_tiles');
    const refused = expect(log.published.refresh()).rejects.toMatchObject({ code: '57014' });
    const other = await connect(test.migrateUrl);
    await expect
      .poll(async () => {
        const { rowCount } = await other.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await refused;
    expect(log.published.alarm()).toBeUndefined();
    await Promise.all([test.owner.query('ROLLBACK'), other.end()]);
    await log.published.refresh();
    expect(log.published.current()?.size).toBe(4);
  });

  it('shows no checkpoint that it could not write to the file', async () => {
    await test.vote(1);
    const log = await test.openLog({ dataDir: '/dev/null/nowhere' });
    await expect(log.run()).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(log.published.current()).toBeUndefined();
  });
});
