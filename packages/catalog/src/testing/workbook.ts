import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** Packs files as a zip. */
export const packed = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
};

/** The parts of a workbook with one sheet, to change for a test. @param rows the XML of the rows */
export const workbookParts = (rows: string): Record<string, string> => ({
  '[Content_Types].xml':
    '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.main+xml"/></Types>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

/** The XML of a row of texts. */
export const textRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
