import {
  columnsOf,
  type NomineeColumns,
  nomineeColumns,
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
} from '@laurel/contracts/nominee';
import { CsvError, parse } from 'csv-parse/sync';
import { companySchema, tagSchema } from './nomination-schema.ts';
import { plainRule, violationIn } from './plain-rules.ts';
import { capped, type Violation, violation } from './problem.ts';
import { cleanCell } from './tables/line.ts';
import { decodeUtf8 } from './yaml-source.ts';

const { required: NOMINEE_COLUMNS, others: OPTIONAL_COLUMNS } = nomineeColumns();
/** The columns that must have a text in each row. */
const REQUIRED_TEXTS = NOMINEE_COLUMNS.filter((name) => name !== 'link');

/** One line of the table: a nominee in a category. */
export interface NomineeRow {
  /** Its first line, from 1. A quoted text may span several lines. */
  readonly line: number;
  readonly cells: Readonly<Record<'nomination' | 'niche' | 'tag', string> & Record<string, string>>;
}

/** A problem of a table: its line, its column (empty: the whole line), and the rule. */
export interface CsvProblem extends Violation {
  readonly line: number;
  readonly column: string;
}

export const formatCsvProblem = (file: string, { line, column, message }: CsvProblem): string =>
  `${file}:${line} ${column === '' ? '' : `${column} `}${message}`;

type Table = { rows: readonly NomineeRow[]; problems: readonly CsvProblem[] };
type Line = { line: number; cells: readonly string[] };

const MAX_BYTES = 1024 * 1024;
/** Rows below the header, blank ones included. */
const MAX_ROWS = 2_000;
const MAX_COLUMNS = 100;
/** A line with so many names of columns is the header. With fewer, no column would be found. */
const HEADER_COLUMNS = 4;

const failed = (line: number, rule: Violation, column = ''): Table => ({
  rows: [],
  problems: [{ line, column, ...rule }],
});

const CSV_RULES: Partial<Record<CsvError['code'], Violation>> = {
  CSV_QUOTE_NOT_CLOSED: violation('openQuote'),
  INVALID_OPENING_QUOTE: violation('innerQuote'),
  CSV_INVALID_CLOSING_QUOTE: violation('afterQuote'),
};

const FIELDS: NomineeColumns = { ...REQUIRED_FIELDS, ...OPTIONAL_FIELDS };
const isKnown = (name: string): boolean => NOMINEE_COLUMNS.includes(name) || OPTIONAL_COLUMNS.includes(name);

/** A first line that names the separator for Excel. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i;
/** The separators of spreadsheets. It is a semicolon in locales with a decimal comma. */
const SEPARATORS = [',', ';', '\t'];
/** The header is within so many lines. A title may stand above it. */
const HEADER_WITHIN = 10;

const knownIn = (cells: readonly string[]): number =>
  new Set(cells.map((cell) => cell.toLowerCase()).filter(isKnown)).size;

/** The separator with which the header has the most columns. */
const separatorOf = (text: string): string => {
  const lines = text.split(/[\r\n]+/, HEADER_WITHIN);
  const found = (separator: string): number =>
    Math.max(...lines.map((line) => knownIn(line.split(separator).map((cell) => cleanCell(cell.replaceAll('"', ''))))));
  return SEPARATORS.reduce((best, each) => (found(each) > found(best) ? each : best));
};

/** The lines of a table, up to one more than a table may have. */
const linesOf = (text: string): Line[] => {
  const named = SEPARATOR_LINE.exec(text);
  const table = text.slice(named?.[0].length ?? 0);
  const lines: Line[] = [];
  let ended = 0;
  parse(table, {
    delimiter: named?.[1] ?? separatorOf(table),
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: MAX_ROWS + 2,
    on_record: (record: readonly string[], { lines: end }) => {
      lines.push({ line: ended + (named ? 2 : 1), cells: record.map(cleanCell) });
      ended = end;
      return null;
    },
  });
  return lines;
};

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/** @param others the rows below: a column without a name and without a text is ignored */
const headerProblems = ({ line, cells }: Line, others: readonly Line[]): CsvProblem[] => {
  const wanted = { required: NOMINEE_COLUMNS.join(', '), others: OPTIONAL_COLUMNS.join(', ') };
  const used = cells.filter((name, index) => name !== '' || others.some((row) => (row.cells[index] ?? '') !== ''));
  const twice = used.filter((name, index) => name !== '' && used.indexOf(name) !== index);
  // The columns of a field belong together.
  const begun = Object.values(OPTIONAL_FIELDS)
    .map(columnsOf)
    .filter((columns) => columns.some((name) => cells.includes(name)));
  return [
    ...[...NOMINEE_COLUMNS, ...begun.flat()]
      .filter((name) => !cells.includes(name))
      .map((column) => ({ line, column, ...violation('columnMissing', wanted) })),
    ...used
      .filter((name) => !isKnown(name))
      .map((column) => ({ line, column: `"${column}"`, ...violation('noColumn', wanted) })),
    ...twice.map((column) => ({ line, column, ...violation('twice') })),
  ];
};

/** The column of a field of a nominee, if it has one. */
export const columnOf = (path: readonly PropertyKey[]): string | undefined => {
  const found = path.reduce<string | NomineeColumns | undefined>(
    (at, key) => (typeof at === 'object' ? at[String(key)] : at),
    FIELDS,
  );
  return typeof found === 'string' ? found : undefined;
};

type Cells = NomineeRow['cells'];

const isIn = (cells: Cells, field: string | NomineeColumns): boolean =>
  columnsOf(field).some((column) => cells[column] !== undefined);

/** The value of a field, without the parts for which there is no column. */
const valueIn = (cells: Cells, field: string | NomineeColumns): string | NomineeColumns =>
  typeof field === 'string'
    ? (cells[field] ?? '')
    : Object.fromEntries(
        Object.entries(field).flatMap(([key, each]) => (isIn(cells, each) ? [[key, valueIn(cells, each)]] : [])),
      );

/** The columns of a name in each language, which a row has in place of `name`. */
const NAMES = { en: 'name_en', uk: 'name_uk' } satisfies NomineeColumns;

/** The fields of a nominee for which the table has columns, as in the file of a nomination; null for an optional one without a text. */
export const nomineeIn = (cells: Cells): Readonly<Record<string, string | NomineeColumns | null>> =>
  Object.fromEntries(
    Object.entries(isIn(cells, NAMES) ? { ...FIELDS, name: NAMES } : FIELDS).flatMap(([name, field]) => {
      if (!isIn(cells, field)) return [];
      const isLeftOut = name in OPTIONAL_FIELDS && columnsOf(field).every((column) => !cells[column]);
      return [[name, isLeftOut ? null : valueIn(cells, field)]];
    }),
  );

/** What is wrong with a row by itself. */
export const rowProblems = ({ line, cells }: NomineeRow): CsvProblem[] => {
  const problems = new Map<string, Violation>();
  for (const column of ['nomination', 'niche'] as const) {
    const issue = tagSchema.safeParse(cells[column], { error: plainRule }).error?.issues[0];
    if (issue) problems.set(column, violationIn(issue));
  }
  const parsed = companySchema.safeParse(nomineeIn(cells), { error: plainRule });
  for (const issue of parsed.error?.issues ?? []) {
    const column = columnOf(issue.path) ?? 'tag';
    if (!problems.has(column)) problems.set(column, violationIn(issue));
  }
  return [...problems].map(([column, rule]) => ({ line, column, ...rule }));
};

const repeated = (rows: readonly NomineeRow[]): CsvProblem[] => {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, cells: { nomination, niche, tag } }) => {
    const key = `${nomination}/${niche}/${tag}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line);
    return earlier === undefined ? [] : [{ line, column: 'tag', ...violation('nomineeAgain', { line: earlier }) }];
  });
};

/** A row that does not fit its header; undefined if only empty cells are missing at its end, or are too many. */
const unevenRow = ({ line, cells }: Line, header: Line): CsvProblem | undefined => {
  const used = withoutEmptyEnd(cells).length;
  if (used > header.cells.length) {
    return { line, column: '', ...violation('cells', { cells: used, columns: header.cells.length }) };
  }
  const missing = header.cells.slice(cells.length).filter((name) => REQUIRED_TEXTS.some((each) => each === name));
  return missing.length === 0
    ? undefined
    : { line, column: '', ...violation('shortRow', { cells: cells.length, columns: missing.join(', ') }) };
};

const rowOf = ({ line, cells }: Line, header: Line): NomineeRow => {
  const named = Object.fromEntries(header.cells.map((name, index) => [name, cells[index] ?? '']));
  const { nomination = '', niche = '', tag = '' } = named;
  return { line, cells: { ...named, nomination, niche, tag } };
};

/**
 * Reads a table of nominees as spreadsheets save it: CSV (RFC 4180) in UTF-8 with commas, semicolons or tabs, any line ends,
 * a line `sep=;`, titles above the header, and empty columns at the end. Checks all rules that do not need the edition. Blank
 * lines are skipped.
 */
export const readNomineesCsv = (bytes: Uint8Array): Table => {
  if (bytes.length > MAX_BYTES) return failed(1, violation('large', { size: '1 MB' }));
  let text: string;
  try {
    // The decoder drops a byte order mark.
    text = decodeUtf8(bytes);
  } catch {
    return failed(1, violation('tableUtf8'));
  }
  // UTF-16 without a byte order mark can be read as UTF-8 with NULs.
  if (text.includes('\0')) return failed(1, violation('tableUtf8'));
  let lines: Line[];
  try {
    // Programs of DOS end a file with a control character.
    lines = linesOf(text.endsWith('\u001A') ? text.slice(0, -1) : text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    return failed(line, CSV_RULES[error.code] ?? violation('csv', { detail: error.message }));
  }
  if (lines.length > MAX_ROWS + 1) {
    return failed(1, violation('manyRows', { max: MAX_ROWS }));
  }
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = filled;
  const columns = NOMINEE_COLUMNS.join(', ');
  if (first === undefined) return failed(1, violation('emptyTable', { columns }));
  if (withoutEmptyEnd(first.cells).length > MAX_COLUMNS)
    return failed(first.line, violation('manyColumns', { max: MAX_COLUMNS }));
  const top = filled.slice(0, HEADER_WITHIN);
  const named = top.reduce((best, each) => (knownIn(each.cells) > knownIn(best.cells) ? each : best));
  if (knownIn(named.cells) < HEADER_COLUMNS) return failed(first.line, violation('noHeader', { columns }));
  const header = { line: named.line, cells: withoutEmptyEnd(named.cells).map((name) => name.toLowerCase()) };
  const others = filled.slice(filled.indexOf(named) + 1);
  const wrong = headerProblems(header, others);
  if (wrong.length > 0) return { rows: [], problems: wrong };
  const uneven = others.flatMap((row) => unevenRow(row, header) ?? []);
  const rows = others.filter((row) => unevenRow(row, header) === undefined).map((row) => rowOf(row, header));
  const problems = [...uneven, ...rows.flatMap(rowProblems), ...repeated(rows)].sort((a, b) => a.line - b.line);
  return { rows, problems: capped(problems) };
};
