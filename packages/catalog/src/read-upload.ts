import { type Archive, ArchiveError, readEditionArchive } from './edition-archive.ts';
import { type EditionFiles, filesOf, recorded } from './edition-files.ts';
import { type Inspection, inspectEdition } from './load-edition.ts';
import { lineBehind, mergeNominees } from './merge-nominees.ts';
import { placeNewFiles } from './new-files.ts';
import { type CsvProblem, readNomineesCsv } from './nominees-csv.ts';
import type { Problem } from './problem.ts';
import { type FolderVersion, takeVersionLine } from './version-line.ts';
import type { IsDrawable } from './warnings.ts';

/** What an organiser sent, or sent earlier. */
export type Upload =
  /** A folder of an edition, packed; or new files that are added to those of an edition. */
  | { readonly kind: 'zip'; readonly content: Buffer; readonly files: ReadonlyMap<string, Buffer> }
  /** Nominees that are added to the files of an edition. */
  | { readonly kind: 'table'; readonly content: Buffer; readonly files: ReadonlyMap<string, Buffer> }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Buffer> };

/** An edition or its problems, and the files that belong to it. */
export type ReadUpload = Inspection & {
  readonly files: ReadonlyMap<string, Buffer>;
  /** The version that a folder was made from, if it names one. */
  readonly version?: FolderVersion | undefined;
  /** The names of uploaded files that the edition does not use. */
  readonly leftOut?: readonly string[];
};

const readFiles = async (from: EditionFiles, isDrawable: IsDrawable): Promise<ReadUpload> => {
  const files = recorded(from);
  return { ...(await inspectEdition(files, { isDrawable })), files: files.contents };
};

/** The name that problems give to an uploaded table. */
const TABLE = 'nominees.csv';

const inTable = ({ line, column, ...rule }: CsvProblem): Problem => ({
  ...rule,
  file: TABLE,
  line,
  column: 1,
  field: column,
});

const FOLDER = 'nominations/';

/**
 * Adds the nominees of a table to the files of an edition: new nominees at the end of their category, changes in place.
 * A problem that a row causes has the row's line in the table.
 */
const readTable = async (
  table: Buffer,
  files: ReadonlyMap<string, Buffer>,
  isDrawable: IsDrawable,
): Promise<ReadUpload> => {
  const nominations = new Map(
    [...files]
      .filter(([file]) => file.startsWith(FOLDER))
      .map(([file, content]) => [file.slice(FOLDER.length), content.toString('utf8')]),
  );
  const { rows, problems } = readNomineesCsv(table);
  const merged = await mergeNominees(nominations, problems.length > 0 ? [] : rows);
  const wrong = [...problems, ...merged.problems];
  if (wrong.length > 0) return { edition: undefined, problems: wrong.map(inTable), warnings: [], files: new Map() };
  const changed = [...merged.files].map(([file, text]) => [`${FOLDER}${file}`, Buffer.from(text)] as const);
  const read = await readFiles(filesOf(new Map([...files, ...changed])), isDrawable);
  const placed = (problem: Problem): Problem => {
    const at = lineBehind(merged.places, problem.file, problem.field);
    return at ? { ...problem, file: TABLE, line: at.line, column: 1, field: at.column } : problem;
  };
  return { ...read, problems: read.problems.map(placed), warnings: read.warnings.map(placed) };
};

/** A whole folder. */
const readFolder = async ({ files: folder, others }: Archive, isDrawable: IsDrawable): Promise<ReadUpload> => {
  const { version, files } = takeVersionLine(folder);
  const read = await readFiles(filesOf(files), isDrawable);
  return { ...read, version, leftOut: [...others, ...[...files.keys()].filter((name) => !read.files.has(name))] };
};

/** New files, and a table, on top of the files of an edition. @throws ArchiveError if nothing of an edition is among them */
const readNewFiles = async (
  archive: Archive,
  live: ReadonlyMap<string, Buffer>,
  isDrawable: IsDrawable,
): Promise<ReadUpload> => {
  const { files, table, places, others } = placeNewFiles(archive.files, live);
  if (files.size === 0 && !table) throw new ArchiveError('no_edition', '');
  const all = new Map([...live, ...files]);
  const read = table ? await readTable(table, all, isDrawable) : await readFiles(filesOf(all), isDrawable);
  // A table with problems is not merged, so that nothing was read.
  const isRead = read.files.size > 0;
  const unused = [...places].filter(([, paths]) => isRead && !paths.some((path) => read.files.has(path)));
  return { ...read, leftOut: [...archive.others, ...others, ...unused.map(([name]) => name)] };
};

const readZip = (archive: Archive, live: ReadonlyMap<string, Buffer>, isDrawable: IsDrawable): Promise<ReadUpload> =>
  archive.whole ? readFolder(archive, isDrawable) : readNewFiles(archive, live, isDrawable);

/** Reads an upload. @throws ArchiveError for a zip that is refused as a whole */
export const readUpload = async (upload: Upload, isDrawable: IsDrawable = () => true): Promise<ReadUpload> => {
  if (upload.kind === 'table') return readTable(upload.content, upload.files, isDrawable);
  if (upload.kind === 'zip') return readZip(await readEditionArchive(upload.content), upload.files, isDrawable);
  return readFiles(filesOf(upload.files), isDrawable);
};
