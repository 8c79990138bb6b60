import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from './migrations.ts';
import { defaultMigrationsDir } from './paths.ts';

/**
 * The last migration that may have locked a large table for long. Later ones run while people vote: a test applies each with a
 * few rows in every table, and `pnpm bench large` with ten million votes.
 */
const LAST_OFFLINE = '20261124141000_public_log';

/** The migrations after the last one that may lock, in order. */
export const onlineMigrations = () => readMigrations(defaultMigrationsDir()).filter(({ name }) => name > LAST_OFFLINE);

/**
 * Copies the migrations up to the last one that may lock into a temporary folder, which the caller removes. The application
 * gets no rights: today's grants name functions of the newer migrations.
 */
export const copyOfflineMigrations = (): { migrationsDir: string; grantsFile: string } => {
  const migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
  cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
  for (const { name } of onlineMigrations()) rmSync(join(migrationsDir, name), { recursive: true });
  const grantsFile = join(migrationsDir, 'grants.sql');
  writeFileSync(grantsFile, '');
  return { migrationsDir, grantsFile };
};
