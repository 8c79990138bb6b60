import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

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

/** An attempt to apply a migration that was not rolled back. */
export type AppliedMigration = { name: string; checksum: string; finished: boolean };

/** Reads the attempts from Prisma's table, in order; none if the table does not exist yet. */
export const readApplied = async (db: pg.Client | pg.Pool): Promise<AppliedMigration[]> => {
  const known = await db.query<{ known: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS known`,
  );
  if (!known.rows[0]?.known) return [];
  const { rows } = await db.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM public._prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
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
