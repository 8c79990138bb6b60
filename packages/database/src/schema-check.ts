import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations, toMigrationList } from './migrations.ts';
import { defaultMigrationsDir, defaultSchemaDir } from './paths.ts';
import { NO_FILTERS, withSchemaEngine } from './schema-engine.ts';

export type SchemaCheckOptions = {
  /** A server on which this role may create databases: the check creates one and drops it. */
  adminUrl: string;
  migrationsDir?: string;
  schemaDir?: string;
};

const EMPTY = '-- This is an empty migration.';

/**
 * The SQL that brings a database made by the migrations to prisma/schema; '' if they agree. Ignores what Prisma cannot
 * express (checks, partial indexes, views, functions, triggers).
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
