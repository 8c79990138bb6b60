import { CsvError, parse } from 'csv-parse/sync';
import { violation } from '../problem.ts';
import { decodeText } from './encoding.ts';
import { cleanCell, MAX_LINES, TableError, type TableLine } from './line.ts';

/** A first line that names the separator for Excel. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i;
/** The separators of spreadsheets. It is a semicolon in locales with a decimal comma. */
const SEPARATORS = [';', ',', '\t', '|'];
/** Lines by which the separator is found. */
const SAMPLE_LINES = 30;

const OPTIONS = {
  relax_column_count: true,
  // ТОВ "Ромашка" in a cell without quotes stays as it is.
  relax_quotes: true,
  record_delimiter: '\n',
};

/** How well a separator divides a table: how many lines have the same number of cells, and how many cells that is. */
const fitOf = (sample: string, delimiter: string): readonly [lines: number, cells: number] => {
  const counts = new Map<number, number>();
  try {
    parse(sample, {
      ...OPTIONS,
      delimiter,
      to: SAMPLE_LINES,
      on_record: ({ length }: readonly string[]) => {
        if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
        return null;
      },
    });
  } catch (error) {
    // The sample may end inside of a quoted text.
    if (!(error instanceof CsvError)) throw error;
  }
  return [...counts].reduce<readonly [number, number]>(
    (best, [cells, lines]) => (lines > best[0] || (lines === best[0] && cells > best[1]) ? [lines, cells] : best),
    [0, 0],
  );
};

const separatorOf = (text: string): string => {
  const sample = text.slice(0, 200_000);
  const fits = SEPARATORS.map((separator) => ({ separator, fit: fitOf(sample, separator) }));
  return fits.reduce((best, each) => {
    const [lines, cells] = [each.fit[0] - best.fit[0], each.fit[1] - best.fit[1]];
    return lines > 0 || (lines === 0 && cells > 0) ? each : best;
  }).separator;
};

/** Ends the parser, which has read enough. */
class EnoughError extends Error {}

/** The lines of a text with separators that have text. @throws TableError */
export const readCsvLines = (bytes: Uint8Array): TableLine[] => {
  const decoded = decodeText(bytes);
  if (decoded === undefined || decoded.includes('\0')) throw new TableError(violation('tableEncoding'));
  const marked = decoded.replace(/^\uFEFF+/, '').replace(/\r\n?/g, '\n');
  // Programs of DOS end a file with a control character.
  const text = marked.endsWith('\u001A') ? marked.slice(0, -1) : marked;
  const named = SEPARATOR_LINE.exec(text);
  const table = text.slice(named?.[0].length ?? 0);
  const lines: TableLine[] = [];
  let ended = named ? 1 : 0;
  try {
    parse(table, {
      ...OPTIONS,
      delimiter: named?.[1] ?? separatorOf(table),
      on_record: (record: readonly string[], { lines: end }) => {
        const cells = record.map(cleanCell);
        if (cells.some((cell) => cell !== '')) lines.push({ line: ended + 1, cells });
        ended = end + (named ? 1 : 0);
        if (lines.length >= MAX_LINES) throw new EnoughError();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof EnoughError) return lines;
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    const rule = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'openQuote' : undefined;
    throw new TableError(rule ? violation(rule) : violation('csv', { detail: error.message }), line);
  }
  return lines;
};
