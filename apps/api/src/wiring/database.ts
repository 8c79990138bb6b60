import type { Edition } from '@laurel/catalog/edition';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import { startEmbedded } from '@laurel/database/embedded';
import { migrate } from '@laurel/database/migrate';
import { importNominees, type NomineeImport } from '@laurel/database/nominees';
import type { Config } from '../config.ts';

/** The database a process works on. */
export type DatabaseHome = {
  appUrl: string;
  /** The owner's connection, where this process was given one. */
  migrateUrl: string | undefined;
  stop(): Promise<void>;
};

/** The configured database, or the embedded PostgreSQL in DATA_DIR where none is configured. */
export const findDatabase = async (config: Config): Promise<DatabaseHome> => {
  if (config.DATABASE_URL) {
    return {
      appUrl: config.DATABASE_URL,
      migrateUrl: config.DATABASE_MIGRATE_URL,
      stop: async () => {},
    };
  }
  const { appUrl, migrateUrl, stop } = await startEmbedded({ dataDir: config.DATA_DIR });
  return { appUrl, migrateUrl, stop };
};

/** So many names are told of a list that may be long. */
const TOLD = 3;

/** The edition lists nominees that the database does not know: they can be neither voted for nor counted. */
export class NotImportedError extends Error {
  override name = 'NotImportedError';

  /** @param missing each one's nomination/niche/company */
  constructor(missing: readonly string[]) {
    const more = missing.length > TOLD ? ` and ${missing.length - TOLD} more` : '';
    super(
      `The edition lists nominees that were never imported: ${missing.slice(0, TOLD).join(', ')}${more}. ` +
        'Run "laurel migrate", which imports them.',
    );
  }
}

/** What the database keeps of an edition: its nominees, and between which moments votes count. */
export const nomineesOf = (edition: Edition): NomineeImport => ({
  nominees: nomineeKeys(edition),
  opensAt: edition.phases.votingOpensAt,
  closesAt: edition.phases.votingClosesAt,
  announcedAt: edition.phases.winnersAnnouncedAt,
});

/** Applies missing migrations and imports the edition's nominees; both change nothing where nothing is missing. */
export const prepareDatabase = async (
  urls: { appUrl: string; migrateUrl: string },
  edition: Edition,
): Promise<void> => {
  await migrate(urls);
  await importNominees(urls.migrateUrl, nomineesOf(edition));
};
