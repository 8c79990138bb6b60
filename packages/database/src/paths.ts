import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The nearest directory above this file that holds prisma/ and packages/. This finds it from the sources and from a
 * bundle under apps/.
 */
const repositoryDir = (): string => {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'prisma/migrations/migration_lock.toml'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error(`prisma/migrations was not found above ${import.meta.dirname}`);
    dir = parent;
  }
  return dir;
};

/** prisma/migrations, one directory per migration. */
export const defaultMigrationsDir = (): string => join(repositoryDir(), 'prisma/migrations');

/** prisma/functions, one file per function of the database. */
export const defaultFunctionsDir = (): string => join(repositoryDir(), 'prisma/functions');

/** prisma/schema, the *.prisma files. */
export const defaultSchemaDir = (): string => join(repositoryDir(), 'prisma/schema');

/** The SQL that grants the rights of the application's role. */
export const defaultGrantsFile = (): string => join(repositoryDir(), 'packages/database/sql/grants.sql');

/** The SQL that grants the rights of the console's role. */
export const defaultConsoleGrantsFile = (): string => join(repositoryDir(), 'packages/database/sql/grants.console.sql');

/** Resolves dependencies of this package, from the sources and from a bundle. */
export const packageRequire = (): NodeJS.Require =>
  createRequire(join(repositoryDir(), 'packages/database/package.json'));

/** Prisma's schema engine, compiled to WebAssembly. */
export const defaultSchemaEngineFile = (): string =>
  join(dirname(packageRequire().resolve('@prisma/schema-engine-wasm/schema_engine_bg')), 'schema_engine_bg.wasm');
