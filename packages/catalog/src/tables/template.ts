import { buffer } from 'node:stream/consumers';
import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { TABLE_HEADERS } from '@laurel/contracts/console/table-headers';
import { csvLine } from '@laurel/contracts/csv';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import yazl from 'yazl';
import { isItem, itemsIn, textIn, textsIn } from '../field-values.ts';
import { columnLetters } from './cell-value.ts';
import type { KnownNominees } from './nominee-tags.ts';

/** Rows of a table, the header first. */
type Rows = readonly (readonly string[])[];

const escaped = (text: string): string =>
  text.replace(/[<>&]/g, (each) => `&#${each.charCodeAt(0)};`).replace(/[^\P{Cc}\t\n]/gu, '');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetOf = (rows: Rows): string => {
  const cellOf = (text: string, column: number, line: number): string =>
    text === ''
      ? ''
      : `<c r="${columnLetters(column)}${line}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cellOf(text, column, row + 1)).join('')}</row>`,
  );
  const widths = `<cols><col min="1" max="${rows[0]?.length ?? 1}" width="24" customWidth="1"/></cols>`;
  return `<worksheet xmlns="${NAMESPACE}">${widths}<sheetData>${lines.join('')}</sheetData></worksheet>`;
};

const workbookOf = (rows: Rows): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}"><sheets><sheet name="Nominees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': sheetOf(rows),
});

/** Writes a workbook of one sheet. The same rows give the same bytes. */
export const writeWorkbook = async (rows: Rows): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  const options = { mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true };
  for (const [name, xml] of Object.entries(workbookOf(rows))) zip.addBuffer(Buffer.from(XML + xml), name, options);
  zip.end();
  return buffer(zip.outputStream);
};

export type TableFormat = 'xlsx' | 'csv';

const tableOf = async (format: TableFormat, rows: Rows): Promise<Buffer> =>
  format === 'xlsx' ? writeWorkbook(rows) : Buffer.from(`\uFEFF${rows.map(csvLine).join('')}`);

/** A table to fill in: a row for each category, with its titles. @returns a workbook, or CSV for any other program */
export const nomineeTemplate = async (
  format: TableFormat,
  language: Language,
  { nominations }: Pick<KnownNominees, 'nominations'>,
): Promise<Buffer> => {
  const places = nominations.flatMap(({ title, categories }) =>
    categories.map(({ name }) => [title[language] ?? '', name[language] ?? '']),
  );
  return tableOf(format, [TABLE_HEADERS[language], ...places]);
};

/** The headers of names that differ by language, in place of the one for all. */
const NAME_HEADERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Name (English)', 'Name (Ukrainian)'],
  uk: ['Назва (англ.)', 'Назва (укр.)'],
};

/** The nominees of a draft, valid or not, as a table that can be read again: its columns are those of the template. */
export const nomineeTable = (
  format: TableFormat,
  language: Language,
  nominations: readonly FieldValue[],
): Promise<Buffer> => {
  const [nomination = '', category = '', name = '', ...others] = TABLE_HEADERS[language];
  const rows = itemsIn(nominations).flatMap(({ title, categories }) =>
    itemsIn(categories).flatMap((each) =>
      itemsIn(each.companies).map((company) => ({
        place: [textsIn(title)[language] ?? '', textsIn(each.name)[language] ?? ''],
        names: textsIn(company.name),
        company,
      })),
    ),
  );
  const isTranslated = rows.some(({ names }) => new Set(LANGUAGES.map((each) => names[each])).size > 1);
  return tableOf(format, [
    [nomination, category, ...(isTranslated ? NAME_HEADERS[language] : [name]), ...others],
    ...rows.map(({ place, names, company }) => {
      const desc = textsIn(company.desc);
      const picture = isItem(company.picture) ? company.picture.file : '';
      const own = isTranslated ? LANGUAGES.map((each) => names[each] ?? '') : [names.en ?? ''];
      const rest = [company.link, company.logo, picture, company.video].map(textIn);
      return [...place, ...own, ...LANGUAGES.map((each) => desc[each] ?? ''), ...rest];
    }),
  ]);
};
