import { checkGuards } from '@laurel/database/guards';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let app: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  app = new pg.Client({ connectionString: database.url });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

/** PostgreSQL's insufficient_privilege, and its codes for an object that the role can't see. */
const DENIED = ['42501', '42704', '42883'];
const ownerOf = (): string => new URL(database.migrateUrl).username;

/** Attempts to escape the rights of the application's role. */
const ESCAPES: readonly string[] = [
  'SET session_replication_role = replica',
  'SET ROLE "OWNER"',
  'SET SESSION AUTHORIZATION "OWNER"',
  'ALTER TABLE votes DISABLE TRIGGER ALL',
  'ALTER TABLE votes ADD COLUMN name text',
  'ALTER TABLE votes OWNER TO CURRENT_USER',
  'DROP TRIGGER votes_append_only ON votes',
  'DROP TABLE votes CASCADE',
  'ALTER TABLE votes DROP CONSTRAINT votes_pkey',
  'CREATE RULE twice AS ON INSERT TO votes DO NOTHING',
  'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  'ALTER FUNCTION cast_votes(uuid[], int4[], bytea, timestamptz, int2) SECURITY INVOKER',
  'CREATE TABLE public.mine (id int)',
  'CREATE SCHEMA mine',
  'CREATE EXTENSION file_fdw',
  'CREATE ROLE mine',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  `ALTER SYSTEM SET application_name = 'mine'`,
  `GRANT INSERT ON votes TO CURRENT_USER; INSERT INTO votes VALUES (gen_random_uuid(), 1, 1, '2026-05-01')`,
  'LOCK TABLE votes IN ACCESS EXCLUSIVE MODE',
  `SELECT setval('nominees_id_seq', 1)`,
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `COPY votes TO '/tmp/votes'`,
  `SELECT pg_read_file('/etc/passwd')`,
  `SELECT lo_import('/etc/passwd')`,
  'SELECT rolpassword FROM pg_authid',
  'SELECT apply_phase_times(NULL, NULL, NULL)',
  `CREATE TEMPORARY VIEW mine AS SELECT 1; CREATE OR REPLACE VIEW voter_eligibility AS SELECT * FROM accounts`,
];

describe('a client with the application’s password', () => {
  it.each(ESCAPES)('is rejected: %s', async (sql) => {
    if (!sql.startsWith('ALTER SYSTEM')) await app.query('BEGIN');
    try {
      const refused = await app.query(sql.replace('OWNER"', `${ownerOf()}"`)).then(
        () => 'done',
        (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
      );
      expect(DENIED).toContain(refused);
    } finally {
      await app.query('ROLLBACK');
    }
  });

  it('is noticed if its role acknowledges votes before they are durable', async () => {
    const name = app.escapeIdentifier(new URL(database.url).pathname.slice(1));
    await app.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET synchronous_commit = off`);
    const next = new pg.Client({ connectionString: database.url });
    await next.connect();
    try {
      expect(await checkGuards(next)).toEqual(['synchronous_commit is off: votes that were answered can be lost']);
    } finally {
      await next.end();
      await app.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET ALL`);
    }
  });
});
