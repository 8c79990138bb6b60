import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from './migrations.ts';
import { defaultGrantsFile, defaultMigrationsDir } from './paths.ts';

/**
 * The last migration that may have locked a large table for long. Later ones run while people vote: a test applies each with a
 * few rows in every table, and `pnpm bench large --full` with ten million votes.
 */
const LAST_OFFLINE = '20261124141000_public_log';

/** The migrations after the last one that may lock, in order. */
export const onlineMigrations = () => readMigrations(defaultMigrationsDir()).filter(({ name }) => name > LAST_OFFLINE);

/** The current rights of the application, without the functions and columns that the online migrations create. */
const offlineGrants = (): string => {
  const made = (pattern: RegExp) =>
    onlineMigrations().flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name]) => name));
  const functions = made(/^CREATE FUNCTION (\w+)/gm).map((name) => new RegExp(`\\b${name}\\([^)]*\\),\\s*`));
  const columns = made(/\bADD COLUMN (\w+)/g).map((name) => new RegExp(`, ${name}\\b`));
  return [...functions, ...columns].reduce<string>(
    (grants, each) => grants.replace(each, ''),
    readFileSync(defaultGrantsFile(), 'utf8'),
  );
};

/** Copies the migrations up to the last one that may lock into a temporary folder, which the caller removes, with their grants. */
export const copyOfflineMigrations = (): { migrationsDir: string; grantsFile: string } => {
  const migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
  cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
  for (const { name } of onlineMigrations()) rmSync(join(migrationsDir, name), { recursive: true });
  const grantsFile = join(migrationsDir, 'grants.sql');
  writeFileSync(grantsFile, offlineGrants());
  return { migrationsDir, grantsFile };
};
