import { CsvError, parse } from 'csv-parse/sync';
import { companySchema, tagSchema } from './edition-schema.ts';
import { plainRule, violationIn } from './plain-rules.ts';
import { type Violation, violation } from './problem.ts';
import { decodeUtf8 } from './yaml-source.ts';

/** The columns of a table of nominees that are required, in any order. */
export const NOMINEE_COLUMNS = ['nomination', 'niche', 'tag', 'name', 'link', 'logo', 'desc_en', 'desc_uk'] as const;
/** The columns that a table may have. The table leaves the values of a missing column as they are. */
const PICTURE_COLUMNS = ['picture', 'picture_alt_en', 'picture_alt_uk'] as const;
const OPTIONAL_COLUMNS = [...PICTURE_COLUMNS, 'video'] as const;
type RequiredColumn = (typeof NOMINEE_COLUMNS)[number];
type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];
export type NomineeColumn = RequiredColumn | OptionalColumn;

/** One line of the table: a nominee in a category. */
export interface NomineeRow {
  /** Its first line, from 1. A quoted text may span several lines. */
  readonly line: number;
  readonly cells: Readonly<Record<RequiredColumn, string>> & Readonly<Partial<Record<OptionalColumn, string>>>;
}

/** A problem of a table: its line, its column (empty: the whole line), and the rule. */
export interface CsvProblem extends Violation {
  readonly line: number;
  readonly column: string;
}

export const formatCsvProblem = (file: string, { line, column, message }: CsvProblem): string =>
  `${file}:${line} ${column === '' ? '' : `${column} `}${message}`;

type Table = { rows: readonly NomineeRow[]; problems: readonly CsvProblem[] };
type Line = { line: number; cells: string[] };

const MAX_BYTES = 1024 * 1024;
/** Rows below the header, blank ones included. */
const MAX_ROWS = 2_000;
const MAX_COLUMNS = 100;

const failed = (line: number, rule: Violation, column = ''): Table => ({
  rows: [],
  problems: [{ line, column, ...rule }],
});

const CSV_RULES: Partial<Record<CsvError['code'], Violation>> = {
  CSV_QUOTE_NOT_CLOSED: violation('openQuote'),
  INVALID_OPENING_QUOTE: violation('innerQuote'),
  CSV_INVALID_CLOSING_QUOTE: violation('afterQuote'),
};

/** The delimiter of the table. Spreadsheets use a semicolon in locales with a decimal comma. */
const delimiterOf = (text: string): string => {
  const [header = ''] = text.split(/[\r\n]/, 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
};

/** The lines of a table, up to one more than a table may have. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let ended = 0;
  parse(text, {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    to: MAX_ROWS + 2,
    on_record: (record: readonly string[], { lines: end }) => {
      lines.push({ line: ended + 1, cells: record.map((cell) => cell.trim()) });
      ended = end;
      return null;
    },
  });
  return lines;
};

const COLUMNS = [...NOMINEE_COLUMNS, ...OPTIONAL_COLUMNS] as const;
const isKnown = (name: string): name is NomineeColumn => COLUMNS.some((each) => each === name);

const headerProblems = ({ line, cells }: Line): CsvProblem[] => {
  const wanted = { required: NOMINEE_COLUMNS.join(', '), others: OPTIONAL_COLUMNS.join(', ') };
  const twice = cells.filter((name, index) => cells.indexOf(name) !== index);
  // The columns of a picture belong together.
  const required = PICTURE_COLUMNS.some((name) => cells.includes(name))
    ? [...NOMINEE_COLUMNS, ...PICTURE_COLUMNS]
    : NOMINEE_COLUMNS;
  return [
    ...required
      .filter((name) => !cells.includes(name))
      .map((column) => ({ line, column, ...violation('columnMissing', wanted) })),
    ...cells
      .filter((name) => !isKnown(name))
      .map((column) => ({ line, column: `"${column}"`, ...violation('noColumn', wanted) })),
    ...twice.map((column) => ({ line, column, ...violation('twice') })),
  ];
};

/** The column of a field of a nominee. */
const columnOf = (path: readonly PropertyKey[]): NomineeColumn => {
  const [field, key, language] = path;
  if (field === 'desc') return key === 'uk' ? 'desc_uk' : 'desc_en';
  if (field === 'picture' && key === 'alt') return language === 'uk' ? 'picture_alt_uk' : 'picture_alt_en';
  return COLUMNS.find((each) => each === field) ?? 'tag';
};

/** The picture in the cells of a row; null without one. */
export const pictureIn = ({
  picture: file = '',
  picture_alt_en: en = '',
  picture_alt_uk: uk = '',
}: NomineeRow['cells']) => (file === '' && en === '' && uk === '' ? null : { file, alt: { en, uk } });

const rowProblems = ({ line, cells }: NomineeRow): CsvProblem[] => {
  const { nomination, niche, tag, name, link, logo, desc_en: en, desc_uk: uk } = cells;
  const problems = new Map<string, Violation>();
  for (const [column, value] of [
    ['nomination', nomination],
    ['niche', niche],
  ] as const) {
    const issue = tagSchema.safeParse(value, { error: plainRule }).error?.issues[0];
    if (issue) problems.set(column, violationIn(issue));
  }
  const nominee = { tag, name, link, logo, desc: { en, uk }, picture: pictureIn(cells), video: cells.video || null };
  const parsed = companySchema.safeParse(nominee, { error: plainRule });
  for (const issue of parsed.error?.issues ?? []) {
    const column = columnOf(issue.path);
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

/**
 * Reads a table of nominees: CSV (RFC 4180) with a header, in UTF-8 with or without a byte order mark, with commas or
 * semicolons. Checks all rules that do not need the edition. Blank lines are skipped.
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
    lines = linesOf(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    return failed(line, CSV_RULES[error.code] ?? violation('csv', { detail: error.message }));
  }
  if (lines.length > MAX_ROWS + 1) {
    return failed(1, violation('manyRows', { max: MAX_ROWS }));
  }
  const [first, ...others] = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (first === undefined) return failed(1, violation('emptyTable', { columns: NOMINEE_COLUMNS.join(', ') }));
  if (first.cells.length > MAX_COLUMNS) return failed(first.line, violation('manyColumns', { max: MAX_COLUMNS }));
  const header = { line: first.line, cells: first.cells.map((name) => name.toLowerCase()) };
  const wrong = headerProblems(header);
  if (wrong.length > 0) return { rows: [], problems: wrong };
  const uneven = others.filter(({ cells }) => cells.length !== header.cells.length);
  const rows = others
    .filter(({ cells }) => cells.length === header.cells.length)
    .map(({ line, cells }): NomineeRow => {
      const cell = (name: NomineeColumn): string => cells[header.cells.indexOf(name)] ?? '';
      return {
        line,
        cells: {
          nomination: cell('nomination'),
          niche: cell('niche'),
          tag: cell('tag'),
          name: cell('name'),
          link: cell('link'),
          logo: cell('logo'),
          desc_en: cell('desc_en'),
          desc_uk: cell('desc_uk'),
          ...Object.fromEntries(
            OPTIONAL_COLUMNS.filter((name) => header.cells.includes(name)).map((name) => [name, cell(name)]),
          ),
        },
      };
    });
  const problems = [
    ...uneven.map(({ line, cells }) => ({
      line,
      column: '',
      ...violation('cells', { cells: cells.length, columns: header.cells.length }),
    })),
    ...rows.flatMap(rowProblems),
    ...repeated(rows),
  ].sort((a, b) => a.line - b.line);
  return { rows, problems };
};
