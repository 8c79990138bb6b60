import { extname } from 'node:path';
import type { CsvProblem } from '../nominees-csv.ts';
import { type Violation, violation } from '../problem.ts';
import { meaningOf } from './column-words.ts';
import { readCsvLines } from './csv.ts';
import { HEADER_WITHIN, TABLE_LIMITS, TableError, type TableLine, unpackedRule } from './line.ts';
import { readWorkbookLines } from './workbook.ts';

/** A table of any columns. Blank lines and titles above the header are left out. */
export interface Table {
  /** The names of the columns; empty texts if the table has no header. */
  readonly header: readonly string[];
  /** Each row has a cell for each column. */
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in its file, from 1. A cell of CSV may span several lines. */
  readonly lines: readonly number[];
}

/** A table, or why a file is none. */
export type ReadTable = { readonly table: Table } | { readonly problems: readonly CsvProblem[] };

const ofKind = (kind: string) => (): Violation => violation('tableKind', { kind });
/** The first bytes, in hexadecimal, of files that are no tables. */
const OTHER_KINDS: readonly (readonly [start: string, rule: () => Violation])[] = [
  ['25504446', ofKind('PDF')],
  ['7b5c727466', ofKind('RTF')],
  ['89504e47', ofKind('PNG')],
  ['ffd8ff', ofKind('JPEG')],
  ['377abcaf', ofKind('7Z')],
  ['52617221', ofKind('RAR')],
  ['1f8b', ofKind('GZIP')],
  ['49443b50', ofKind('SYLK')],
];
const ZIP = '504b0304';
/** The container of the old formats of Office, and of workbooks with a password. */
const OLE = 'd0cf11e0a1b11ae1';
const PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** Old programs save HTML or XML under names that end in .xls. */
const MARKUP = /^\uFEFF?\s*<(?:!doctype\s+html|html|table|head|meta|\?xml)/i;
const PLAIN = /^\.(?:csv|tsv|tab|txt|)$/i;

const linesOf = async (bytes: Buffer, name: string): Promise<TableLine[]> => {
  const start = bytes.subarray(0, 8).toString('hex');
  const refuse = (rule: Violation): never => {
    throw new TableError(rule);
  };
  if (bytes.length > TABLE_LIMITS.bytes) {
    return refuse(violation('large', { size: `${TABLE_LIMITS.bytes / 1024 / 1024} MB` }));
  }
  if (start === OLE) return refuse(violation(bytes.includes(PACKAGE) ? 'tableLocked' : 'tableOld'));
  if (start.startsWith(ZIP)) return readWorkbookLines(bytes);
  const other = OTHER_KINDS.find(([each]) => start.startsWith(each));
  if (other) return refuse(other[1]());
  if (MARKUP.test(bytes.subarray(0, 200).toString('utf8')))
    return refuse(violation('tableKind', { kind: 'HTML, XML' }));
  try {
    return readCsvLines(bytes);
  } catch (error) {
    const isUnknown = error instanceof TableError && error.rule.rule === 'tableEncoding' && !PLAIN.test(extname(name));
    throw isUnknown ? new TableError(violation('tableKind', { kind: extname(name).slice(1).toUpperCase() })) : error;
  }
};

/** The longest name of a column. */
const NAME_MAX = 60;
/** Cells that no header has: addresses and names of files. */
const CONTENT = /^https?:\/\/|^www\.|\.(?:svg|png|jpe?g|webp|avif|gif|heic)$/i;

const subjectsIn = ({ cells }: TableLine): number =>
  new Set(
    cells.flatMap((cell) => (cell.length > NAME_MAX || CONTENT.test(cell) ? [] : (meaningOf(cell)?.subject ?? []))),
  ).size;

const filledIn = ({ cells }: TableLine): number => cells.filter((cell) => cell !== '').length;

/** The line with the names of the columns; undefined if the first one is a row already. */
const headerOf = (lines: readonly TableLine[]): TableLine | undefined => {
  const top = lines.slice(0, HEADER_WITHIN);
  // Only titles, which have few cells, are above the header.
  const possible = top.filter((each, index) =>
    top.slice(0, index).every((above) => filledIn(above) * 2 <= filledIn(each)),
  );
  const named = possible.reduce<TableLine | undefined>(
    (best, each) => (best && subjectsIn(best) >= subjectsIn(each) ? best : each),
    undefined,
  );
  if (named && subjectsIn(named) > 1) return named;
  const widest = Math.max(...top.map(filledIn));
  const first = top.find((each) => filledIn(each) * 2 >= widest);
  return first?.cells.some((cell) => CONTENT.test(cell)) ? undefined : first;
};

const problemsOf = ({ header, rows, lines }: Table): CsvProblem[] => {
  if (header.length > TABLE_LIMITS.columns) {
    return [{ line: lines[0] ?? 1, column: '', ...violation('manyColumns', { max: TABLE_LIMITS.columns }) }];
  }
  if (rows.length > TABLE_LIMITS.rows) {
    return [{ line: 1, column: '', ...violation('manyFilled', { max: TABLE_LIMITS.rows }) }];
  }
  if (rows.length === 0) return [{ line: 1, column: '', ...violation('noRows') }];
  const long = rows.findIndex((cells) => cells.some((cell) => cell.length > TABLE_LIMITS.cell));
  const column = header[rows[long]?.findIndex((cell) => cell.length > TABLE_LIMITS.cell) ?? -1] ?? '';
  if (long >= 0) return [{ line: lines[long] ?? 1, column, ...violation('long', { max: TABLE_LIMITS.cell }) }];
  const size = rows.reduce((sum, cells) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0);
  return size > TABLE_LIMITS.text ? [{ line: 1, column: '', ...unpackedRule() }] : [];
};

/**
 * Reads a table of any columns in any order, as spreadsheets save it: an Excel workbook (its first sheet with cells), or CSV with
 * semicolons, commas, tabs or `|` in any usual encoding. The kind is found by the content.
 * @param name the file's name, for the kind of a file that is no table
 */
export const readTable = async (bytes: Buffer, name: string): Promise<ReadTable> => {
  let lines: TableLine[];
  try {
    lines = await linesOf(bytes, name);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { problems: [{ line: error.line, column: '', ...error.rule }] };
  }
  const header = headerOf(lines);
  const below = header ? lines.slice(lines.indexOf(header) + 1) : lines;
  const used = [...below, ...(header ? [header] : [])].map(
    ({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1,
  );
  const width = used.reduce((most, each) => Math.max(most, each), 0);
  const padded = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_, index) => cells[index] ?? '');
  // Names of columns are one line, however they are wrapped.
  const table = {
    header: padded(header?.cells ?? []).map((each) => each.replace(/\s+/g, ' ')),
    rows: width > TABLE_LIMITS.columns ? [] : below.map(({ cells }) => padded(cells)),
    lines: below.map(({ line }) => line),
  };
  const problems = problemsOf(table);
  return problems.length > 0 ? { problems } : { table };
};
