import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from './migrations.ts';
import { defaultGrantsFile, defaultMigrationsDir } from './paths.ts';

/**
 * The migrations after the baseline, in order. They run while people vote: a test applies each with a few rows in every table, and
 * `pnpm bench large --full` with ten million votes.
 */
export const onlineMigrations = () => readMigrations(defaultMigrationsDir()).slice(1);

/** The current rights of the application, without the columns that the online migrations create. */
const offlineGrants = (): string =>
  onlineMigrations()
    .flatMap(({ sql }) => [...sql.matchAll(/\bADD COLUMN "?(\w+)/g)])
    .reduce<string>(
      (grants, [, column]) => grants.replace(new RegExp(`, ${column}\\b`), ''),
      readFileSync(defaultGrantsFile(), 'utf8'),
    );

/** Copies the baseline into a temporary folder, which the caller removes, with its grants. */
export const copyOfflineMigrations = (): { migrationsDir: string; grantsFile: string } => {
  const migrationsDir = mkdtempSync(join(tmpdir(), 'laurel-migrations-'));
  cpSync(defaultMigrationsDir(), migrationsDir, { recursive: true });
  for (const { name } of onlineMigrations()) rmSync(join(migrationsDir, name), { recursive: true });
  const grantsFile = join(migrationsDir, 'grants.sql');
  writeFileSync(grantsFile, offlineGrants());
  return { migrationsDir, grantsFile };
};
