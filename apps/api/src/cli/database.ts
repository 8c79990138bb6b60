import { createDatabase, type Database, type DatabaseOptions } from '@laurel/database/client';
import { findEmbedded } from '@laurel/database/embedded';
import type { DatabaseConfig } from '../config.ts';
import { MisuseError } from './output.ts';

/** No database is configured or running. */
export class NoDatabaseError extends MisuseError {
  override name = 'NoDatabaseError';
}

/**
 * Finds the database for a command: the configured one, or the embedded one of a running Laurel.
 * @throws NoDatabaseError if there is neither
 */
export const locateDatabase = (
  config: Pick<DatabaseConfig, 'DATABASE_URL' | 'DATABASE_MIGRATE_URL' | 'DATABASE_CONSOLE_URL' | 'DATA_DIR'>,
): { appUrl: string; migrateUrl: string | undefined; consoleUrl: string | undefined } => {
  if (config.DATABASE_URL) {
    return {
      appUrl: config.DATABASE_URL,
      migrateUrl: config.DATABASE_MIGRATE_URL,
      consoleUrl: config.DATABASE_CONSOLE_URL,
    };
  }
  const running = findEmbedded(config.DATA_DIR);
  if (running) return running;
  throw new NoDatabaseError(
    `There is no database to work on: DATABASE_URL is not set, and no Laurel is running with DATA_DIR=${config.DATA_DIR}. Start Laurel, or set DATABASE_URL.`,
  );
};

/** Runs work with connections of its own to a database, one by default. */
export const onDatabase = async <Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = createDatabase({ maxConnections: 1, ...options });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
