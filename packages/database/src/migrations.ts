import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Queryable } from './queryable.ts';

export type Migration = { name: string; sql: string; checksum: string };

/** The migrations of a directory, oldest first. The checksum is the one in Prisma's _prisma_migrations (SHA-256). */
export const readMigrations = (dir: string): Migration[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

/** The migrations that the baseline replaced: how many, and the last of them. */
const BEFORE = { count: 73, last: '20261128194000_invitations_are_mailed' };

/** An attempt to apply a migration that was not rolled back. */
export type AppliedMigration = { name: string; checksum: string; finished: boolean };

const hasHistory = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.query<{ known: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS known`,
  );
  return rows[0]?.known ?? false;
};

/** Reads the attempts from Prisma's table, in order, without those that the baseline replaced; none if the table does not exist yet. */
export const readApplied = async (db: Queryable): Promise<AppliedMigration[]> => {
  if (!(await hasHistory(db))) return [];
  const { rows } = await db.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM public._prisma_migrations WHERE rolled_back_at IS NULL AND migration_name > $1 ORDER BY started_at`,
    [BEFORE.last],
  );
  return rows;
};

/**
 * Records the baseline as applied in a database that has all migrations of before: its tables are those that the baseline makes. Their
 * rows stay, so that copies of the release before, which may still run, find all of theirs.
 * @returns undefined, or why the database can't be updated
 */
export const adoptBaseline = async (
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<string | undefined> => {
  const [baseline] = migrations;
  if (!baseline || !(await hasHistory(client))) return undefined;
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM public._prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <= $1
        AND NOT EXISTS (SELECT FROM public._prisma_migrations b WHERE b.migration_name = $2 AND b.finished_at IS NOT NULL)`,
    [BEFORE.last, baseline.name],
  );
  if (rows.length === 0) return undefined;
  if (rows.length !== BEFORE.count || !rows.some(({ name }) => name === BEFORE.last)) {
    return `the database is of an older version: update it to the last version before this one first, which has the migration ${BEFORE.last}`;
  }
  await client.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $1, $2, now(), 1)`,
    [baseline.checksum, baseline.name],
  );
  return undefined;
};

/** The migrations in the format of the schema engine. */
export const toMigrationList = (dir: string, migrations: readonly Migration[]) => ({
  baseDir: dir,
  lockfile: { path: 'migration_lock.toml', content: readFileSync(join(dir, 'migration_lock.toml'), 'utf8') },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  })),
});

/** The directory name of a new migration: the time (UTC, to the second) and its title. */
export const migrationName = (title: string, now: Date): string =>
  `${now.toISOString().slice(0, 19).replaceAll(/\D/g, '')}_${title}`;
