import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { defaultMigrationsDir } from './paths.ts';
import { createTestDatabase } from './testing.ts';
import { connect } from './testing-rows.ts';

/** The baseline, and the migrations after it, in order. These run while people vote. */
export const [BASELINE, ...LATER] = readMigrations(defaultMigrationsDir());

/**
 * A database that only the baseline made, with the owner's client: without the later migrations, and without functions and
 * rights, whose present texts may name what a later migration adds.
 */
export const openBaseline = async () => {
  const test = await createTestDatabase({ migrated: false });
  const folder = mkdtempSync(join(tmpdir(), 'laurel-baseline-'));
  const migrationsDir = join(folder, 'migrations');
  const functionsDir = join(folder, 'functions');
  const grantsFile = join(folder, 'grants.sql');
  for (const name of ['migration_lock.toml', BASELINE?.name ?? ''])
    cpSync(join(defaultMigrationsDir(), name), join(migrationsDir, name), { recursive: true });
  mkdirSync(functionsDir);
  writeFileSync(grantsFile, '');
  await migrate({ migrateUrl: test.migrateUrl, appUrl: test.url, migrationsDir, functionsDir, grantsFile });
  rmSync(folder, { recursive: true });
  const owner = await connect(test.migrateUrl);
  const close = async (): Promise<void> => {
    await owner.end();
    await test.drop();
  };
  return { ...test, owner, close };
};
