import { readFileSync } from 'node:fs';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ensureRole, grantAppRole, hasRights, roleOf } from './app-role.ts';
import { ensureBackupRole } from './backup-role.ts';
import { ensureConsoleRole } from './console-role.ts';
import { applyFunctions, compareFunctions, readFunctions } from './functions.ts';
import { checkGuards } from './guards.ts';
import { dropInvalidIndexes, takeTurn } from './migration-locks.ts';
import { adoptBaseline, type Migration, readApplied, readMigrations, toMigrationList } from './migrations.ts';
import {
  defaultConsoleGrantsFile,
  defaultFunctionsDir,
  defaultGrantsFile,
  defaultMigrationsDir,
  defaultSchemaEngineFile,
} from './paths.ts';
import { NO_FILTERS, withSchemaEngine } from './schema-engine.ts';

export type MigrateOptions = {
  /** The owner's connection string. It must be a direct connection, because the session holds a lock. */
  migrateUrl: string;
  /** The application's connection string. Its role is created if missing, and gets its rights. */
  appUrl: string;
  /** The connection string of backups, if Laurel makes them. Its role is created if missing. */
  replicationUrl?: string | undefined;
  /** The connection string of the console, if there is one. Its role is created if missing, and gets its rights. */
  consoleUrl?: string | undefined;
  /** The migrations, the functions, the grants and the engine; found from this file by default. */
  migrationsDir?: string;
  functionsDir?: string;
  grantsFile?: string;
  consoleGrantsFile?: string;
  schemaEngineFile?: string;
};

/** A database that cannot be updated. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** An arbitrary number: the advisory lock of a migration. */
const MIGRATE_LOCK = 5_203_174;

const quiet = new Logger(() => () => undefined);

/** Applies the missing migrations with Prisma's engine, so that _prisma_migrations is as after `prisma migrate deploy`. */
const applyMissing = async (
  client: pg.Client,
  options: MigrateOptions,
  migrations: readonly Migration[],
  dir: string,
): Promise<string[]> => {
  const applied = await readApplied(client);
  const byName = new Map(applied.map((each) => [each.name, each]));
  const edited = migrations.find(({ name, checksum }) => (byName.get(name)?.checksum ?? checksum) !== checksum);
  if (edited && byName.get(edited.name)?.finished) {
    throw new MigrationError(`migration ${edited.name} was changed after it had been applied: undo the change`);
  }
  if (migrations.every(({ name }) => byName.get(name)?.finished)) return [];
  await dropInvalidIndexes(client);
  return withSchemaEngine(
    options.migrateUrl,
    async (engine) => {
      // Each script is one transaction, so an unfinished one has left nothing behind and may run again.
      for (const { name, finished } of applied) {
        if (!finished) await engine.markMigrationRolledBack({ migrationName: name });
      }
      const migrationsList = toMigrationList(dir, migrations);
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      return appliedMigrationNames;
    },
    options.schemaEngineFile ?? defaultSchemaEngineFile(),
  );
};

/** Creates the roles of backups and of the console, where there are any. @returns why that is not possible */
const ensureOtherRoles = async (
  client: pg.Client,
  { replicationUrl, consoleUrl, consoleGrantsFile }: MigrateOptions,
  app: string,
  newer: boolean,
): Promise<string | undefined> => {
  const problem = replicationUrl && (await ensureBackupRole(client, replicationUrl, app));
  if (problem || consoleUrl === undefined) return problem;
  const grants = readFileSync(consoleGrantsFile ?? defaultConsoleGrantsFile(), 'utf8');
  return ensureConsoleRole(client, consoleUrl, app, { grants, newer });
};

const SESSION_DEFAULTS = { TimeZone: 'UTC', default_transaction_isolation: 'read committed' };

/**
 * Sets the session settings that Laurel relies on as defaults of the database: a pooler such as PgBouncer may drop the
 * options of a connection. Does nothing if the migrating role does not own the database.
 */
const setSessionDefaults = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ settings: string[]; owned: boolean }>(
    `SELECT pg_has_role(d.datdba, 'USAGE') AS owned,
            coalesce((SELECT setconfig FROM pg_db_role_setting s WHERE s.setdatabase = d.oid AND s.setrole = 0), '{}') AS settings
       FROM pg_database d WHERE d.datname = current_database()`,
  );
  for (const [name, value] of Object.entries(SESSION_DEFAULTS)) {
    if (!rows[0]?.owned || rows[0].settings.includes(`${name}=${value}`)) continue;
    const database = client.escapeIdentifier(client.database ?? '');
    await client.query(`ALTER DATABASE ${database} SET ${name} = ${client.escapeLiteral(value)}`);
  }
};

/** Whether a later release has applied a migration. */
const isNewer = async (client: pg.Client, migrations: readonly Migration[]): Promise<boolean> => {
  const known = new Set(migrations.map(({ name }) => name));
  return (await readApplied(client)).some(({ name, finished }) => finished && !known.has(name));
};

/** Whether a role has no rights yet, or a guard is missing: after a manual change of the database it may have too many. */
const needsRights = async (client: pg.Client, role: string): Promise<boolean> =>
  !(await hasRights(client, role)) || (await checkGuards(client, role)).length > 0;

export type Migrated = {
  /** The names of the applied migrations, and `functions` if some of these changed. */
  applied: string[];
  /** A later release has migrated the database, so roles that had rights kept them, except those to which a guard objects. */
  newer?: true;
};

/**
 * Updates a database: the application's role, the schema, the functions, the job queue's schema and the grants. Several processes may run
 * it at every start (they take turns); with nothing to do it takes a few milliseconds.
 *
 * In a database that a later release has migrated, roles with rights keep them: copies of that release may still be running,
 * and they call functions that this release does not know. If a guard is missing, the application's rights are reset, and it
 * keeps those to which no guard objects.
 * @throws MigrationError if a role is missing and cannot be created, or if an applied migration was edited
 */
export const migrate = async (options: MigrateOptions): Promise<Migrated> => {
  const dir = options.migrationsDir ?? defaultMigrationsDir();
  const grants = readFileSync(options.grantsFile ?? defaultGrantsFile(), 'utf8');
  const migrations = readMigrations(dir);
  const functions = readFunctions(options.functionsDir ?? defaultFunctionsDir());
  const appRole = roleOf(options.appUrl);
  const client = new pg.Client({
    connectionString: options.migrateUrl,
    application_name: 'laurel-migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client, MIGRATE_LOCK);
    const problem = (await ensureRole(client, appRole, 'DATABASE_URL')) ?? (await adoptBaseline(client, migrations));
    if (problem) throw new MigrationError(problem);
    const applied = await applyMissing(client, options, migrations, dir);
    const compared = await compareFunctions(client, functions);
    const newer = compared.newer || (await isNewer(client, migrations));
    if (!newer && compared.changed.length > 0) {
      await applyFunctions(client, compared.changed, functions);
      applied.push('functions');
    }
    await runMigrations({ connectionString: options.migrateUrl, maxPoolSize: 1, logger: quiet });
    await setSessionDefaults(client);
    if (!newer || (await needsRights(client, appRole.name))) await grantAppRole(client, appRole.name, grants, newer);
    const refusal = await ensureOtherRoles(client, options, appRole.name, newer);
    if (refusal) throw new MigrationError(refusal);
    return newer ? { applied, newer } : { applied };
  } finally {
    await client.end();
  }
};
