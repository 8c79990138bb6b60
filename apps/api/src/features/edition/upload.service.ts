import { type EditionFiles, filesOf, recorded } from '@laurel/catalog/edition-files';
import { inspectEdition } from '@laurel/catalog/load-edition';
import { lineBehind, mergeNominees } from '@laurel/catalog/merge-nominees';
import { type CsvProblem, readNomineesCsv } from '@laurel/catalog/nominees-csv';
import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import { asImport, type WantedEdition } from './publishing.policy.ts';

/** The outcome of reading files: an edition that may be published, or problems. */
export type ReadFiles = {
  /** Undefined if there are problems. */
  wanted: WantedEdition | undefined;
  problems: readonly EditionProblem[];
  /** What to look at although it is no problem. */
  warnings: readonly EditionProblem[];
};

/** Reads an edition from files, and keeps the files that belong to it. */
export const readFiles = async (from: EditionFiles): Promise<ReadFiles> => {
  const files = recorded(from);
  const { edition, problems, warnings } = await inspectEdition(files);
  return { wanted: edition && asImport(edition, files.contents), problems, warnings };
};

/** The name that problems give to an uploaded table. */
export const TABLE = 'nominees.csv';

const inTable = ({ line, column, ...rule }: CsvProblem): EditionProblem => ({
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
export const readTable = async (table: Buffer, files: ReadonlyMap<string, Buffer>): Promise<ReadFiles> => {
  const nominations = new Map(
    [...files]
      .filter(([file]) => file.startsWith(FOLDER))
      .map(([file, content]) => [file.slice(FOLDER.length), content.toString('utf8')]),
  );
  const { rows, problems } = readNomineesCsv(table);
  const merged = await mergeNominees(nominations, problems.length > 0 ? [] : rows);
  const wrong = [...problems, ...merged.problems];
  if (wrong.length > 0) return { wanted: undefined, problems: wrong.map(inTable), warnings: [] };
  const changed = [...merged.files].map(([file, text]) => [`${FOLDER}${file}`, Buffer.from(text)] as const);
  const read = await readFiles(filesOf(new Map([...files, ...changed])));
  const placed = (problem: EditionProblem): EditionProblem => {
    const at = lineBehind(merged.places, problem.file, problem.field);
    return at ? { ...problem, file: TABLE, line: at.line, column: 1, field: at.column } : problem;
  };
  return { ...read, problems: read.problems.map(placed), warnings: read.warnings.map(placed) };
};
