import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkGuards } from './guards.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

// An upgrade replaces the copies one after another, and so does the way back: during both, copies of two releases run.
describe('migrate of the older release, during a rollback', () => {
  const role = `laurel_role_${randomBytes(4).toString('hex')}`;
  let test: TestDatabase;
  let owner: pg.Client;
  let options: Required<Pick<MigrateOptions, 'migrateUrl' | 'appUrl' | 'consoleUrl'>>;
  beforeEach(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    options = { migrateUrl: test.migrateUrl, appUrl: test.url, consoleUrl: test.consoleUrl };
  });
  afterEach(async () => {
    for (const name of [`${role}_app`, `${role}_console`]) {
      await owner.query(`DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN
          EXECUTE 'DROP OWNED BY ${name}'; EXECUTE 'DROP ROLE ${name}';
        END IF; END $$`);
    }
    await owner.end();
    await test.drop();
  });

  /** What the newer release did: a migration with a function that only its copies know. */
  const upgrade = async (): Promise<void> => {
    const roles = [test.url, test.consoleUrl].map((url) => owner.escapeIdentifier(new URL(url).username));
    await owner.query(
      `CREATE FUNCTION cast_later() RETURNS int LANGUAGE sql AS 'SELECT 7';
       REVOKE ALL ON FUNCTION cast_later() FROM PUBLIC;
       GRANT EXECUTE ON FUNCTION cast_later() TO ${roles.join(', ')}`,
    );
  };
  const recordMigration = async (finishedAt: 'now()' | 'NULL'): Promise<void> => {
    await owner.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('later', 'x', '99990101000000_later', ${finishedAt})`,
    );
  };
  const callAs = async (url: string, sql = 'SELECT cast_later() AS found'): Promise<unknown> => {
    const client = await connect(url);
    try {
      return (await client.query<{ found: unknown }>(sql)).rows[0]?.found;
    } finally {
      await client.end();
    }
  };
  const as = (url: string, name: string): string => {
    const parsed = new URL(url);
    parsed.username = name;
    parsed.password = 'secret';
    return parsed.href;
  };

  it('leaves the rights that copies of the newer release use, and says so', async () => {
    await upgrade();
    await recordMigration('now()');
    expect(await migrate(options)).toEqual({ applied: [], newer: true });
    expect(await callAs(test.url)).toBe(7);
    expect(await callAs(test.consoleUrl)).toBe(7);
  });

  /** Rights that the newer release gave to a table and a column that only it knows. */
  const grantLater = async (app: string): Promise<void> => {
    await owner.query(
      `CREATE TABLE later (id int PRIMARY KEY); GRANT SELECT, INSERT ON later TO ${app};
       ALTER TABLE accounts ADD COLUMN later int; GRANT UPDATE (later) ON accounts TO ${app}`,
    );
  };

  // This test fails without a look at the guards: the runbook's `migrate` left the wrong right.
  it.each([
    ['a wrong right of a table', (app: string) => `GRANT UPDATE ON votes TO ${app}`],
    ['a wrong right of a column', (app: string) => `GRANT INSERT (voter_id) ON accounts TO ${app}`],
    ['a right of everybody', () => 'GRANT DELETE ON votes TO PUBLIC'],
    ['a function that is open to everybody', () => 'GRANT EXECUTE ON FUNCTION append_to_log TO PUBLIC'],
  ])('takes %s away, and leaves what copies of the newer release use', async (_what, wrong) => {
    await upgrade();
    await recordMigration('now()');
    const app = owner.escapeIdentifier(new URL(test.url).username);
    await grantLater(app);
    await owner.query(wrong(app));
    const client = await connect(test.url);
    const before = await checkGuards(client);
    expect(await migrate(options)).toEqual({ applied: [], newer: true });
    expect([before.length, await checkGuards(client)]).toEqual([1, []]);
    await client.query('INSERT INTO later VALUES (1)');
    await client.query('UPDATE accounts SET later = 1');
    await client.end();
    expect(await callAs(test.url)).toBe(7);
    expect(await callAs(test.consoleUrl)).toBe(7);
  });

  it('gives a new role its rights', async () => {
    await upgrade();
    await recordMigration('now()');
    const fresh = { appUrl: as(test.url, `${role}_app`), consoleUrl: as(test.url, `${role}_console`) };
    expect(await migrate({ ...options, ...fresh })).toEqual({ applied: [], newer: true });
    expect(await callAs(fresh.appUrl, 'SELECT count(*)::int AS found FROM sessions')).toBe(0);
    expect(await callAs(fresh.consoleUrl, 'SELECT count(*)::int AS found FROM team_members')).toBe(0);
    const client = await connect(fresh.appUrl);
    expect(await checkGuards(client)).toEqual([]);
    await client.end();
    // The roles of the running copies are others, and have what they had.
    expect(await callAs(test.url)).toBe(7);
    expect(await callAs(test.consoleUrl)).toBe(7);
  });

  it('resets the rights as ever in a database that no later release has migrated', async () => {
    await upgrade();
    expect(await migrate(options)).toEqual({ applied: [] });
    await expect(callAs(test.url)).rejects.toMatchObject({ code: '42501' });
    await expect(callAs(test.consoleUrl)).rejects.toMatchObject({ code: '42501' });
  });
});
