import { readEditionArchive } from './edition-archive.ts';
import { type EditionFiles, filesOf, recorded } from './edition-files.ts';
import { type Inspection, inspectEdition } from './load-edition.ts';
import { lineBehind, mergeNominees } from './merge-nominees.ts';
import { type CsvProblem, readNomineesCsv } from './nominees-csv.ts';
import type { Problem } from './problem.ts';
import { type FolderVersion, takeVersionLine } from './version-line.ts';
import type { IsDrawable } from './warnings.ts';

/** What an organiser sent, or sent earlier. */
export type Upload =
  /** A folder of an edition, packed. */
  | { readonly kind: 'zip'; readonly content: Buffer }
  /** Nominees that are added to the files of an edition. */
  | { readonly kind: 'table'; readonly content: Buffer; readonly files: ReadonlyMap<string, Buffer> }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Buffer> };

/** An edition or its problems, and the files that belong to it. */
export type ReadUpload = Inspection & {
  readonly files: ReadonlyMap<string, Buffer>;
  /** The version that a folder was made from, if it names one. */
  readonly version?: FolderVersion | undefined;
};

const readFiles = async (from: EditionFiles, isDrawable: IsDrawable): Promise<ReadUpload> => {
  const files = recorded(from);
  return { ...(await inspectEdition(files, { isDrawable })), files: files.contents };
};

const readFolder = async (folder: ReadonlyMap<string, Buffer>, isDrawable: IsDrawable): Promise<ReadUpload> => {
  const { version, files } = takeVersionLine(folder);
  return { ...(await readFiles(filesOf(files), isDrawable)), version };
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

/** Reads an upload. @throws ArchiveError for a zip that is refused as a whole */
export const readUpload = async (upload: Upload, isDrawable: IsDrawable = () => true): Promise<ReadUpload> => {
  if (upload.kind === 'table') return readTable(upload.content, upload.files, isDrawable);
  return upload.kind === 'zip'
    ? readFolder(await readEditionArchive(upload.content), isDrawable)
    : readFiles(filesOf(upload.files), isDrawable);
};
