import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { checkGuards } from './guards.ts';
import { type MigrateOptions, MigrationError, migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { defaultMigrationsDir } from './paths.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

const NAMES = [...readMigrations(defaultMigrationsDir()).map(({ name }) => name), 'functions'];
const NEXT = '99990101000000_next';
const app = new URL(inject('laurelTestServer').appUrl);

describe('migrate', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let migrationsDir: string;
  let urls: MigrateOptions;
  beforeEach(async () => {
    test = await createTestDatabase({ migrated: false });
    owner = await connect(test.migrateUrl);
    migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
    cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
    urls = { migrateUrl: test.migrateUrl, appUrl: test.url, migrationsDir };
  });
  afterEach(async () => {
    await owner.end();
    await test.drop();
    rmSync(migrationsDir, { recursive: true, force: true });
  });

  const writeMigration = (sql: string, name = NEXT): void => {
    mkdirSync(join(migrationsDir, name), { recursive: true });
    writeFileSync(join(migrationsDir, name, 'migration.sql'), sql);
  };
  const history = async (): Promise<unknown[]> =>
    (
      await owner.query(
        `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS undone
           FROM _prisma_migrations ORDER BY started_at, finished_at`,
      )
    ).rows;

  it('sets up an empty database with guards and the history of `prisma migrate deploy`', async () => {
    expect(await migrate(urls)).toEqual({ applied: NAMES });
    expect(await history()).toEqual(
      readMigrations(migrationsDir).map(({ name, checksum }) => ({ name, checksum, finished: true, undone: false })),
    );
    const client = await connect(test.url);
    expect(await checkGuards(client)).toEqual([]);
    await client.end();
  });

  it('does nothing the second time, without loading the engine', async () => {
    await migrate(urls);
    expect(await migrate({ ...urls, schemaEngineFile: '/nowhere' })).toEqual({ applied: [] });
  });

  it('applies new migrations', async () => {
    await migrate(urls);
    writeMigration('CREATE TABLE later (id int PRIMARY KEY)');
    expect(await migrate(urls)).toEqual({ applied: [NEXT] });
    // Without an entry in the grants, the application may only read the new table.
    const client = await connect(test.url);
    expect((await client.query('SELECT * FROM later')).rows).toEqual([]);
    await expect(client.query('INSERT INTO later VALUES (1)')).rejects.toMatchObject({ code: '42501' });
    await client.end();
  });

  it('applies each migration once when several processes start together', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrate(urls)));
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(NAMES);
  });

  it('leaves nothing of a failed migration and applies the corrected one', async () => {
    await migrate(urls);
    writeMigration('CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(migrate(urls)).rejects.toThrow(/division by zero/);
    expect((await owner.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }]);

    writeMigration('CREATE TABLE half (id int);');
    expect(await migrate(urls)).toEqual({ applied: [NEXT] });
    expect((await history()).slice(-2)).toMatchObject([
      { name: NEXT, undone: true },
      { name: NEXT, finished: true, undone: false },
    ]);
  });

  it('runs a script with semicolons inside functions as one statement', async () => {
    writeMigration(`CREATE FUNCTION talk() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END $$;`);
    await migrate(urls);
    expect((await owner.query('SELECT talk()')).rows).toEqual([{ talk: 'a;b' }]);
  });

  it('rejects a migration that was edited after it had been applied', async () => {
    writeMigration('SELECT 1');
    await migrate(urls);
    writeMigration('SELECT 2');
    await expect(migrate(urls)).rejects.toThrow(`migration ${NEXT} was changed after it had been applied`);
    await expect(migrate(urls)).rejects.toBeInstanceOf(MigrationError);
  });

  it('makes UTC and READ COMMITTED the defaults of the database, for poolers that drop connection options', async () => {
    await owner.query(`ALTER DATABASE ${owner.database} SET TimeZone = 'Europe/Kyiv'`);
    await owner.query(`ALTER DATABASE ${owner.database} SET default_transaction_isolation = 'serializable'`);
    await migrate(urls);
    await migrate(urls);
    const client = await connect(test.url);
    const { rows } = await client.query(
      `SELECT current_setting('TimeZone') AS zone, current_setting('default_transaction_isolation') AS isolation`,
    );
    expect(rows).toEqual([{ zone: 'UTC', isolation: 'read committed' }]);
    await client.end();
  });

  it('revokes a right that was granted by hand and restores a revoked one', async () => {
    await migrate(urls);
    await owner.query(`GRANT ALL ON votes TO ${app.username}; REVOKE ALL ON sessions FROM ${app.username}`);
    await migrate(urls);
    const client = await connect(test.url);
    expect(await checkGuards(client)).toEqual([]);
    expect((await client.query('SELECT 1 FROM sessions')).rows).toEqual([]);
    await client.end();
  });

  describe('the roles', () => {
    const role = `laurel_role_${randomBytes(4).toString('hex')}`;
    const as = (url: string, name: string): string => {
      const parsed = new URL(url);
      parsed.username = name;
      parsed.password = 'p%25@ss';
      return parsed.href;
    };
    const admin = async (...statements: readonly string[]): Promise<void> => {
      for (const sql of statements) await owner.query(sql);
    };
    const canLogIn = async (url: string): Promise<boolean> => {
      const client = await connect(url);
      await client.end();
      return true;
    };
    afterEach(async () => {
      for (const name of [`${role}_app`, `${role}_owner`, `${role}_backup`]) {
        await owner.query(`DO $$ BEGIN
          IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN
            EXECUTE format('ALTER DATABASE %I OWNER TO CURRENT_USER', current_database());
            EXECUTE 'REASSIGN OWNED BY ${name} TO CURRENT_USER'; EXECUTE 'DROP OWNED BY ${name}'; EXECUTE 'DROP ROLE ${name}';
          END IF; END $$`);
      }
    });

    it('are created for the application, with the password of its connection string', async () => {
      const appUrl = as(test.url, `${role}_app`);
      await migrate({ ...urls, appUrl });
      expect(await canLogIn(appUrl)).toBe(true);
      const { rows } = await owner.query(
        `SELECT rolpassword LIKE 'SCRAM-SHA-256$%' AS hashed FROM pg_authid WHERE rolname = $1`,
        [`${role}_app`],
      );
      expect(rows).toEqual([{ hashed: true }]);
    });

    it('need no superuser as the owner', async () => {
      await admin(
        `CREATE ROLE ${role}_owner LOGIN CREATEROLE PASSWORD 'p%@ss'`,
        `ALTER DATABASE ${owner.database} OWNER TO ${role}_owner`,
      );
      const appUrl = as(test.url, `${role}_app`);
      const options = { ...urls, migrateUrl: as(test.migrateUrl, `${role}_owner`), appUrl };
      expect(await migrate(options)).toEqual({ applied: NAMES });
      expect(await migrate(options)).toEqual({ applied: [] });
      const client = await connect(appUrl);
      expect(await checkGuards(client)).toEqual([]);
      await client.end();
    });

    it('are created for backups, with replication and counting of votes, but no superuser and no writing', async () => {
      const replicationUrl = as(test.url, `${role}_backup`);
      const options = { ...urls, replicationUrl };
      await migrate(options);
      await migrate(options);
      const { rows } = await owner.query(
        'SELECT rolsuper, rolreplication, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = $1',
        [`${role}_backup`],
      );
      const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
      expect(rows).toEqual([{ ...none, rolreplication: true }]);
      const client = await connect(replicationUrl);
      await client.query('SELECT count(*) FROM votes');
      await client.query('SELECT write_lsn FROM pg_stat_replication');
      await client.query(`SELECT record_drill(true, 'base', 2, 2, '2026-12-01T00:00:00Z')`);
      const { rows: entries } = await owner.query(
        'SELECT at, actor, action, reason, detail FROM audit_entries ORDER BY id DESC LIMIT 1',
      );
      expect(entries).toEqual([
        {
          at: new Date('2026-12-01T00:00:00Z'),
          actor: `${role}_backup`,
          action: 'backup.drill',
          reason: null,
          detail: { succeeded: true, base: 'base', acknowledgedVotes: 2, restoredVotes: 2 },
        },
      ]);
      for (const forbidden of [
        'SELECT * FROM accounts',
        'SELECT voter_id FROM votes',
        'SELECT sealed FROM sealed_keys',
        'DELETE FROM votes',
        `INSERT INTO audit_entries (at, actor, action, subject) VALUES ('2026-12-01', 'me', 'a.b', 'c')`,
        `SELECT pg_read_file('PG_VERSION')`,
        'CREATE TABLE public.mine ()',
      ]) {
        await expect(client.query(forbidden), forbidden).rejects.toThrow(/permission denied/);
      }
      await client.end();
    });

    it.each([
      ['is the owner’s', (): string => test.migrateUrl, 'no superuser'],
      ['is the application’s', (): string => test.url, 'must not connect as'],
      ['names no user', (): string => `postgres://${new URL(test.url).host}/x`, 'names no user'],
    ])('reject a connection string of backups that %s', async (_, replicationUrl, problem) => {
      await expect(migrate({ ...urls, replicationUrl: replicationUrl() })).rejects.toThrow(problem);
    });

    it('are named in the error if they are missing and cannot be created', async () => {
      await admin(
        `CREATE ROLE ${role}_owner LOGIN PASSWORD 'p%@ss'`,
        `ALTER DATABASE ${owner.database} OWNER TO ${role}_owner`,
      );
      const options = {
        ...urls,
        migrateUrl: as(test.migrateUrl, `${role}_owner`),
        appUrl: as(test.url, `${role}_app`),
      };
      await expect(migrate(options)).rejects.toThrow(`CREATE ROLE "${role}_app" LOGIN`);
      await expect(migrate(options)).rejects.toBeInstanceOf(MigrationError);
    });

    it.each([
      ['names no user', (): string => `postgres://${new URL(test.url).host}/x`, 'names no user'],
      ['is the owner’s', (): string => test.migrateUrl, 'must not connect as'],
      [
        'has no password for a new role',
        (): string => as(test.url, `${role}_app`).replace(/:[^/@]+@/, '@'),
        'no password',
      ],
    ])('reject a connection string of the application that %s', async (_, appUrl, problem) => {
      await expect(migrate({ ...urls, appUrl: appUrl() })).rejects.toThrow(problem);
    });
  });
});
