import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEditionWithFiles } from '@laurel/catalog/load-edition';
import { createDatabase } from '@laurel/database/client';
import { importEdition, readEdition } from '@laurel/database/editions';
import { startEmbedded } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { asImport, type WantedEdition } from '../features/edition/publishing.policy.ts';
import { archivedYearIn, isFromConsole } from '../features/edition/store.ts';

/** The database of a process. */
export type DatabaseHome = {
  appUrl: string;
  /** The owner's connection, if this process has one. */
  migrateUrl: string | undefined;
  /** The console's connection, if this process has one. */
  consoleUrl: string | undefined;
  stop(): Promise<void>;
};

/** Returns the configured database, or starts the embedded PostgreSQL in DATA_DIR. */
export const findDatabase = async (config: Config): Promise<DatabaseHome> => {
  if (config.DATABASE_URL) {
    return {
      appUrl: config.DATABASE_URL,
      migrateUrl: config.DATABASE_MIGRATE_URL,
      consoleUrl: config.DATABASE_CONSOLE_URL,
      stop: async () => {},
    };
  }
  return startEmbedded({ dataDir: config.DATA_DIR });
};

/** How many names of missing nominees a message has. */
const MAX_NAMES = 3;

const messageFor = (missing: readonly string[]): string => {
  if (missing.length === 0) return 'No edition was imported yet.';
  const more = missing.length > MAX_NAMES ? ` and ${missing.length - MAX_NAMES} more` : '';
  return `The edition lists nominees that were never imported: ${missing.slice(0, MAX_NAMES).join(', ')}${more}.`;
};

/** There is no edition to serve, or it lists nominees that the database lacks, so no one could vote for them. */
export class NotImportedError extends Error {
  override name = 'NotImportedError';

  /** @param missing nomination/niche/company of each nominee; empty if there is no edition */
  constructor(missing: readonly string[]) {
    super(`${messageFor(missing)} Run "laurel migrate", which imports the edition in EDITION_DIR.`);
  }
}

/** Reads the edition in a folder for an import. @throws EditionError */
export const readForImport = async (directory: string): Promise<WantedEdition> => {
  const { edition, files } = await loadEditionWithFiles(directory);
  return asImport(edition, files);
};

const DEVELOPMENT = { actor: 'development', reason: 'imported at the start of a development instance' };

/**
 * For development and tests: applies missing migrations and imports the edition, unless that is already done. An edition that
 * was published in the console stays, and so does the current one if the folder is of an archived year.
 * @throws EditionError, ImportRefusedError
 */
export const prepareDatabase = async (
  urls: { appUrl: string; migrateUrl: string; consoleUrl?: string | undefined },
  directory: string = demoEditionDir,
): Promise<void> => {
  await migrate(urls);
  const { pool, close } = createDatabase({ url: urls.appUrl, maxConnections: 1 });
  try {
    const served = await readEdition(pool);
    if ((served && isFromConsole(served)) || (await archivedYearIn(pool, directory)) !== undefined) return;
  } finally {
    await close();
  }
  await importEdition(urls.migrateUrl, await readForImport(directory), {
    by: DEVELOPMENT,
    now: () => systemClock.now(),
  });
};
