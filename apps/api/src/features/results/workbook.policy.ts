import { packZip } from '@laurel/catalog/zip';
import type { Cell, Column, Table } from './table.policy.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// cspell:disable – the names of the format
/** The parts of every workbook with one sheet. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The styles of cells by their numbers: 0 a text, 1 the head, 2 a count, 3 a percentage.
  'xl/styles.xml': `<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.00######"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFECE8F9"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf fontId="1" fillId="2" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="3" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
} as const;
// cspell:enable

const STYLES: Readonly<Record<Column['kind'], number>> = { text: 0, count: 2, percent: 3 };

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
/** A text of XML 1.0, which has no control characters and no halves of a surrogate pair. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES.get(character) ?? '');

/** The letter of a column from 0 on; a table has fewer columns than letters. */
const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** A text is a text by its type, so that a spreadsheet never runs it as a formula. */
const cellOf = (cell: Cell, place: string, style: number): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`;
};

const sheetOf = ({ columns, rows }: Table): string => {
  const row = (cells: readonly Cell[], number: number, styleOf: (column: number) => number): string =>
    `<row r="${number}">${cells.map((cell, index) => cellOf(cell, `${letterOf(index)}${number}`, styleOf(index))).join('')}</row>`;
  const head = row(
    columns.map(({ title }) => title),
    1,
    () => 1,
  );
  const body = rows.map((cells, index) => row(cells, index + 2, (column) => STYLES[columns[column]?.kind ?? 'text']));
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const all = `A1:${letterOf(columns.length - 1)}${rows.length + 1}`;
  return `<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${head}${body.join('')}</sheetData><autoFilter ref="${all}"/></worksheet>`;
};

/** A table as a workbook of Excel (ECMA-376), whose first row stays visible and filters the others. */
export const workbookOf = (table: Table): Promise<Buffer> => {
  const parts = {
    ...PARTS,
    'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${xml(table.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': sheetOf(table),
  };
  return packZip(new Map(Object.entries(parts).map(([name, content]) => [name, Buffer.from(HEAD + content)])));
};
