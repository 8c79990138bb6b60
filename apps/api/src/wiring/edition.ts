import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { type NomineeKey, nomineeKeys } from '@laurel/catalog/nominee-keys';
import { newestEditionId } from '@laurel/database/editions';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createPoll, type Poll } from '../concurrency/poll.ts';
import type { Config } from '../config.ts';
import { createServedEdition, type ServedEdition } from '../features/edition/service.ts';
import { FILE_STATES, type Imported, readImported, stampOf, stateOfFiles } from '../features/edition/store.ts';
import { NotImportedError } from './database.ts';
import type { Metrics } from './metrics.ts';

export type EditionInfrastructure = {
  served: ServedEdition;
  /** The served edition: the same object until another is imported. */
  currentEdition(): Edition;
  /** A view that always reads from the served edition, so it may be stored. */
  edition: Edition;
};

/** How often the files are checked for changes, milliseconds. They are read only if one has changed. */
const CHECK_EVERY_MS = 30_000;

const view = (current: () => Edition): Edition => {
  // Request schemas hold a reference to this list, so its content is replaced.
  const blockedRegions: string[] = [];
  return new Proxy(current(), {
    get: (_first, field) => {
      if (field !== 'blockedRegions') return Reflect.get(current(), field);
      blockedRegions.splice(0, blockedRegions.length, ...current().blockedRegions);
      return blockedRegions;
    },
  });
};

const missingNominees = ({ edition, nominees }: Imported): string[] => {
  const keyOf = (each: NomineeKey): string => `${each.nomination}/${each.niche}/${each.company}`;
  const known = new Set(nominees.map(keyOf));
  return nomineeKeys(edition)
    .map(keyOf)
    .filter((key) => !known.has(key));
};

/**
 * Opens the edition that was imported last.
 * @param supportEmail replaces the edition's address in mails and on the page
 * @throws NotImportedError before the first import, or if the database lacks nominees of the edition
 * @throws EditionError if this release no longer accepts the imported files
 */
export const openEdition = async (
  { pool, logger }: { pool: pg.Pool; logger: Logger },
  supportEmail: string | undefined,
): Promise<EditionInfrastructure> => {
  const read = async (): Promise<Imported> => {
    const imported = await readImported(pool);
    if (!imported) throw new NotImportedError([]);
    const missing = missingNominees(imported);
    if (missing.length > 0) throw new NotImportedError(missing);
    return imported;
  };
  const first = await read();
  const served = createServedEdition({
    first,
    // A process serves one edition. After a switch to another it starts again.
    newestId: () => newestEditionId(pool, first.edition.year),
    read,
    onError: (error) => logger.warn({ err: error }, 'the newest edition could not be read; the one before is served'),
  });
  const adapt = (edition: Edition): Edition => ({ ...edition, supportEmail: supportEmail ?? edition.supportEmail });
  let current = adapt(first.edition);
  const edition = view(() => current);
  served.onImported(() => {
    current = adapt(served.current().edition);
    // Reading the property refreshes the list in the request schemas.
    void edition.blockedRegions;
    logger.info({ edition: served.current().id }, 'another edition was imported and is served');
  });
  return { served, currentEdition: () => current, edition };
};

/** Reports in the metrics which edition is served, and whether the files on disk match it. */
export const watchFiles = (
  {
    served,
    pool,
    config,
    logger,
  }: EditionInfrastructure & { pool: pg.Pool; config: Pick<Config, 'EDITION_DIR'>; logger: Logger },
  metrics: Metrics,
): Poll => {
  const directory = config.EDITION_DIR ?? demoEditionDir;
  let seen = '';
  const check = async (): Promise<void> => {
    const current = served.current();
    const { id } = current;
    metrics.editionServed.set(id);
    const stamp = `${id}\n${await stampOf(directory)}`;
    if (stamp === seen) return;
    const state = await stateOfFiles(pool, directory, current);
    for (const each of FILE_STATES) metrics.editionFiles.set({ state: each }, each === state ? 1 : 0);
    if (state === 'not_imported' || state === 'bad') {
      logger.warn({ state }, 'the files of the edition are not the edition that is served: see laurel doctor');
    }
    seen = stamp;
  };
  served.onImported(() => void check().catch(() => undefined));
  return createPoll(CHECK_EVERY_MS, check, (error) =>
    logger.warn({ err: error }, 'the files of the edition could not be looked at'),
  );
};
