import { violation } from '../problem.ts';
import { addressOf, columnLetters, isDateFormat, textOfNumber, unescapeText } from './cell-value.ts';
import { cleanCell, MAX_LINES, TABLE_LIMITS, TableError, type TableLine, unpackedRule } from './line.ts';
import { openWorkbook, parseXml, type WorkbookParts } from './workbook-parts.ts';

/** What the cells of all sheets share. */
type Shared = { strings: readonly string[]; dates: readonly boolean[]; from1904: boolean };
type Sheet = { path: string; isHidden: boolean };

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const stringsIn = (xml: string): string[] => {
  const strings: string[] = [];
  let [text, phonetic] = ['', false];
  parseXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
    },
    close: (name, content) => {
      if (name === 'rPh') phonetic = false;
      if (name === 't' && !phonetic) text += content;
      if (name === 'si') strings.push(unescapeText(text));
    },
  });
  return strings;
};

/** Whether each style of cells shows dates. */
const datesIn = (xml: string): boolean[] => {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let inCells = false;
  parseXml(xml, {
    open: (name, { numFmtId = '0', formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) dates.push(isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
};

/** The sheets in their order, visible ones first. */
const sheetsIn = async ({ read }: WorkbookParts): Promise<{ sheets: Sheet[]; from1904: boolean }> => {
  const targets = new Map<string, string>();
  parseXml((await read('xl/_rels/workbook.xml.rels')) ?? '<none/>', {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: Sheet[] = [];
  let from1904 = false;
  parseXml((await read('xl/workbook.xml')) ?? '', {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = isOn(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '';
      const path = targets.get(id) ?? `xl/worksheets/sheet${sheets.length + 1}.xml`;
      sheets.push({ path, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return { sheets: [...sheets.filter((each) => !each.isHidden), ...sheets.filter((each) => each.isHidden)], from1904 };
};

type Cell = {
  column: number;
  address: string;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string | undefined;
};

const textOfCell = ({ type, style, value, hasFormula, address }: Cell, line: number, shared: Shared): string => {
  if (type === 'e') throw new TableError(violation('cellError', { error: value ?? '', cell: address }), line);
  if (value === undefined) {
    if (hasFormula) throw new TableError(violation('formula', { cell: address }), line);
    return '';
  }
  const readers: Readonly<Record<string, () => string>> = {
    s: () => shared.strings[Number(value)] ?? '',
    inlineStr: () => unescapeText(value),
    str: () => unescapeText(value),
    b: () => (isOn(value) ? 'TRUE' : 'FALSE'),
    d: () => value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' '),
  };
  const read = readers[type] ?? (() => textOfNumber(value, shared.dates[style] ?? false, shared.from1904));
  return cleanCell(read());
};

type Range = { column: number; from: number; to: number };

/** Gives each row of a merged cell its text: the nomination beside its nominees. Only downwards, so that a title stays one cell. */
const fillMerged = (lines: Map<number, string[]>, ranges: readonly Range[]): void => {
  for (const { column, from, to } of ranges) {
    const text = lines.get(from)?.[column] ?? '';
    for (const [line, cells] of lines) if (text !== '' && line > from && line <= to) cells[column] = text;
  }
};

const linesIn = (xml: string, shared: Shared): TableLine[] => {
  const lines = new Map<number, string[]>();
  const ranges: Range[] = [];
  let cells: string[] = [];
  let cell: Cell | undefined;
  let [line, column, size] = [0, -1, 0];
  let [isFull, phonetic] = [false, false];
  parseXml(xml, {
    open: (name, { r = '', t = 'n', s = '0', ref = '' }) => {
      if (name === 'row') [line, column, cells] = [Number(r) > 0 ? Number(r) : line + 1, -1, []];
      if (name === 'c') {
        column = addressOf(r)?.column ?? column + 1;
        const address = `${columnLetters(column)}${line}`;
        cell = { column, address, type: t, style: Number(s), hasFormula: false, value: undefined };
      }
      if (name === 'f' && cell) cell.hasFormula = true;
      if (name === 'rPh') phonetic = true;
      if (name === 'mergeCell') {
        const [from, to] = ref.split(':').map(addressOf);
        if (from && to && to.row > from.row) ranges.push({ column: from.column, from: from.row, to: to.row });
      }
    },
    close: (name, text) => {
      if (name === 'rPh') phonetic = false;
      if (name === 'v' && cell) cell.value = text;
      if (name === 't' && cell && !phonetic) cell.value = (cell.value ?? '') + text;
      if (name === 'c' && cell && !isFull) {
        const content = textOfCell(cell, line, shared);
        if (content !== '' && column >= TABLE_LIMITS.columns) {
          throw new TableError(violation('manyColumns', { max: TABLE_LIMITS.columns }), line);
        }
        size += content.length;
        // Many cells can show one long text.
        if (size > TABLE_LIMITS.text) throw new TableError(unpackedRule(), line);
        if (content !== '') cells[column] = content;
        cell = undefined;
      }
      if (name === 'row' && cells.length > 0 && !isFull) {
        lines.set(
          line,
          Array.from(cells, (each) => each ?? ''),
        );
        isFull = lines.size >= MAX_LINES;
      }
    },
  });
  fillMerged(lines, ranges.slice(0, TABLE_LIMITS.rows));
  return [...lines].map(([number, each]) => ({ line: number, cells: each }));
};

/** The lines with text of the first sheet that has any. @throws TableError */
export const readWorkbookLines = async (bytes: Buffer): Promise<TableLine[]> => {
  const parts = await openWorkbook(bytes);
  try {
    const { sheets, from1904 } = await sheetsIn(parts);
    const strings = stringsIn((await parts.read('xl/sharedStrings.xml')) ?? '<none/>');
    const dates = datesIn((await parts.read('xl/styles.xml')) ?? '<none/>');
    for (const { path } of sheets) {
      const xml = await parts.read(path);
      const lines = xml === undefined ? [] : linesIn(xml, { strings, dates, from1904 });
      if (lines.length > 0) return lines;
    }
    return [];
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(violation('tableBroken'));
  } finally {
    parts.close();
  }
};
