import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations, toMigrationList } from './migrations.ts';
import { defaultMigrationsDir, defaultSchemaDir } from './paths.ts';
import { NO_FILTERS, withSchemaEngine } from './schema-engine.ts';

export type SchemaCheckOptions = {
  /** A server on which this role may create databases: one is made for the check, and removed. */
  adminUrl: string;
  migrationsDir?: string;
  schemaDir?: string;
};

const EMPTY = '-- This is an empty migration.';

/**
 * The SQL that would bring a database made by the migrations to what prisma/schema draws; '' when they agree. What Prisma
 * has no words for (checks, partial indexes, views, functions, triggers) is no difference.
 */
export const missingMigration = async (options: SchemaCheckOptions): Promise<string> => {
  const migrationsDir = options.migrationsDir ?? defaultMigrationsDir();
  const schemaDir = options.schemaDir ?? defaultSchemaDir();
  const files = readdirSync(schemaDir)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({ path: join(schemaDir, name), content: readFileSync(join(schemaDir, name), 'utf8') }));
  const { stdout } = await withSchemaEngine(options.adminUrl, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...toMigrationList(migrationsDir, readMigrations(migrationsDir)) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    }),
  );
  const sql = stdout?.trim() ?? '';
  return sql === EMPTY ? '' : sql;
};
