import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigrateOptions, migrate } from './migrate.ts';
import { isConcurrent } from './migration-locks.ts';
import { defaultMigrationsDir } from './paths.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, countWaiting, insertNominees, insertVoters } from './testing-rows.ts';

const NEXT = '99990101000000_next';

/** Whether a statement has waited for a lock for a second, twice as long as migrate() lets a script wait that blocks others. */
const WAITS_LONG = `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE NOT l.granted AND a.datname = current_database() AND l.waitstart < clock_timestamp() - interval '1 second'`;

describe('a migration', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let app: pg.Client;
  let other: pg.Client;
  let migrationsDir: string;
  let urls: MigrateOptions;
  beforeEach(async () => {
    test = await createTestDatabase();
    [owner, app, other] = [await connect(test.migrateUrl), await connect(test.url), await connect(test.migrateUrl)];
    migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
    cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
    urls = { migrateUrl: test.migrateUrl, appUrl: test.url, migrationsDir };
  });
  afterEach(async () => {
    await Promise.all([owner.end(), app.end(), other.end()]);
    await test.drop();
    rmSync(migrationsDir, { recursive: true, force: true });
  });

  const writeMigration = (sql: string): void => {
    mkdirSync(join(migrationsDir, NEXT), { recursive: true });
    writeFileSync(join(migrationsDir, NEXT, 'migration.sql'), sql);
  };

  it('lets people vote while it waits for somebody who reads the votes', async () => {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const [voter] = await insertVoters(owner, 1);
    await other.query('BEGIN');
    await other.query('SELECT count(*) FROM votes');

    writeMigration('ALTER TABLE votes ADD COLUMN later int');
    const migrating = migrate(urls);
    await expect.poll(() => countWaiting(owner), { interval: 5 }).toBe(1);
    // The vote waits behind the migration, which waits behind the reader. Only because the migration gives up, it is
    // stored.
    expect(await castVotes(app, [[voter?.sessionId ?? '', nominee]])).toBe('A');

    await other.query('COMMIT');
    expect(await migrating).toEqual({ applied: [NEXT] });
  });

  it('builds an index while a second process waits for its turn to migrate', async () => {
    writeMigration('CREATE INDEX CONCURRENTLY later ON votes (nominee_id);');
    const both = await Promise.all([migrate(urls), migrate(urls)]);
    expect(both.flatMap(({ applied }) => applied)).toEqual([NEXT]);
    const { rows } = await owner.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'later'::regclass`);
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('waits with the build of an index for as long as somebody writes', async () => {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const [voter] = await insertVoters(owner, 1);
    await app.query('BEGIN');
    await castVotes(app, [[voter?.sessionId ?? '', nominee]]);
    writeMigration('CREATE INDEX CONCURRENTLY later ON votes (nominee_id);');
    let ended = false;
    const migrating = migrate(urls).finally(() => {
      ended = true;
    });
    const waitsLong = expect.poll(async () => (await owner.query(WAITS_LONG)).rowCount).toBe(1);
    await Promise.race([migrating, waitsLong]);
    expect(ended).toBe(false);
    await app.query('COMMIT');
    expect(await migrating).toEqual({ applied: [NEXT] });
  });

  it('builds an index again that was left invalid', async () => {
    const script = 'CREATE UNIQUE INDEX CONCURRENTLY later ON accounts (language)';
    await insertVoters(owner, 2);
    writeMigration(script);
    await expect(migrate(urls)).rejects.toThrow(/duplicate|unique/i);
    writeMigration(script.replace('UNIQUE ', ''));
    expect(await migrate(urls)).toEqual({ applied: [NEXT] });
    const { rows } = await owner.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'later'::regclass`);
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

it.each([
  ['CREATE INDEX CONCURRENTLY a ON b (c);', true],
  ['-- Why.\nCREATE UNIQUE INDEX CONCURRENTLY a ON b (c);', true],
  ['DROP INDEX CONCURRENTLY a;', true],
  ['REINDEX INDEX CONCURRENTLY a;', true],
  ['CREATE INDEX a ON b (c);', false],
])('%s is concurrent: %s', (script, concurrent) => {
  expect(isConcurrent(script)).toBe(concurrent);
});
