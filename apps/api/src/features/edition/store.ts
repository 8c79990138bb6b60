import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Edition, editionDigest } from '@laurel/catalog/edition';
import { yearIn } from '@laurel/catalog/edition-files';
import { loadEdition, loadPublishedEdition } from '@laurel/catalog/load-edition';
import { EditionError } from '@laurel/catalog/problem';
import { readEdition } from '@laurel/database/editions';
import { type NomineeRow, readNominees } from '@laurel/database/nominees';
import type { Queryable } from '@laurel/database/queryable';

/** An imported edition, with the ids of all current and withdrawn nominees. */
export type Imported = {
  id: number;
  importedAt: Date;
  importedBy: string | null;
  edition: Edition;
  nominees: readonly NomineeRow[];
};

/**
 * The newest version of the edition; undefined if none was imported.
 * @throws EditionError when this release does not accept its files
 */
export const readImported = async (pool: Queryable): Promise<Imported | undefined> => {
  const stored = await readEdition(pool);
  if (!stored) return undefined;
  const edition = await loadPublishedEdition(stored.files);
  // Nominees are read after the edition, and with the withdrawn ones, so that none of the edition's nominees is
  // missing.
  return { ...stored, edition, nominees: await readNominees(pool, { withdrawn: true }) };
};

/**
 * Whether an edition was published in the organisers' console. The files on the server then have an older edition, and
 * do not change.
 */
export const isFromConsole = ({ importedBy }: Pick<Imported, 'importedBy'>): boolean =>
  importedBy?.endsWith(' (console)') ?? false;

/** The year of the edition in a folder, if it is archived: nothing can be published for it, so the folder is left alone. */
export const archivedYearIn = async (db: Queryable, directory: string): Promise<number | undefined> => {
  const year = await yearIn(directory);
  const { rows } = await db.query<{ year: number }>(`SELECT year FROM years WHERE state = 'archived'`);
  return rows.some((archived) => archived.year === year) ? year : undefined;
};

/**
 * The state of the edition's files on disk, compared with the served edition. `console` means that they differ because
 * the console published the served edition, `archived` that they are of an archived year.
 */
export const FILE_STATES = ['served', 'not_imported', 'bad', 'console', 'archived'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** A text with the names, sizes and times of the files in a folder, to detect changes. */
export const stampOf = async (directory: string): Promise<string> => {
  const names = await readdir(directory, { recursive: true }).catch((): string[] => []);
  const stamps = names.sort().map(async (name) => {
    const found = await stat(join(directory, name)).catch(() => undefined);
    return `${name} ${found?.size} ${found?.mtimeMs}`;
  });
  return (await Promise.all(stamps)).join('\n');
};

/** Reads the files in a folder and compares them with the served edition. */
export const stateOfFiles = async (
  db: Queryable,
  directory: string,
  served: Pick<Imported, 'edition' | 'importedBy'>,
): Promise<FileState> => {
  if ((await archivedYearIn(db, directory)) !== undefined) return 'archived';
  try {
    // As a published one: this process decodes no pictures.
    const edition = await loadEdition(directory, { published: true });
    if (editionDigest(edition) === editionDigest(served.edition)) return 'served';
    return isFromConsole(served) ? 'console' : 'not_imported';
  } catch (error) {
    if (error instanceof EditionError) return 'bad';
    throw error;
  }
};
