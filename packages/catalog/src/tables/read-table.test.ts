import { describe, expect, it } from 'vitest';
import { packed, textRow, workbookParts } from '../testing/workbook.ts';
import { readTable } from './read-table.ts';

const HEADER = 'Номінація;Компанія;Опис;Сайт';
const ROW = 'Найкраща команда;Ромашка;Робить «чай», їжу й «каву».;https://romashka.example';
const PLAIN = `${HEADER}\n${ROW}\n`;
const TABLE = { header: HEADER.split(';'), rows: [ROW.split(';')] };

/** The text in an encoding of one byte, by its own table of letters. */
const inEncoding = (text: string, encoding: string): Buffer => {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from(Array.from(text, (letter) => letters.indexOf(letter)));
};
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const read = async (content: string | Buffer, name = 'nominees.csv') => readTable(Buffer.from(content), name);
/** `line rule` of the problem with which a file is refused. */
const refusal = async (content: string | Buffer, name?: string): Promise<string | undefined> => {
  const found = await read(content, name);
  return 'problems' in found ? found.problems.map(({ line, rule }) => `${line} ${rule}`).join() : undefined;
};

describe('a table of CSV', () => {
  it.each<[string, string | Buffer, number?]>([
    ['semicolons', PLAIN],
    [
      'commas, and commas in quotes',
      PLAIN.replaceAll('Робить «чай», їжу', '"Робить «чай», їжу').replaceAll('».', '»."').replaceAll(';', ','),
    ],
    ['tabs', PLAIN.replaceAll(';', '\t')],
    ['vertical lines', PLAIN.replaceAll(';', '|')],
    ['a byte order mark', `\uFEFF${PLAIN}`],
    ['a line that names the separator', `sep=;\r\n${PLAIN}`, 3],
    ['Windows-1251', inEncoding(PLAIN, 'windows-1251')],
    ['KOI8-U', inEncoding(PLAIN.replace(/[«»]/g, '"'), 'koi8-u')],
    ['the encoding of old Macs', inEncoding(PLAIN, 'x-mac-cyrillic')],
    ['a byte order mark of UTF-16', Buffer.from(`\uFEFF${PLAIN.replaceAll(';', '\t')}`, 'utf16le')],
    ['the other order of UTF-16', utf16be(`\uFEFF${PLAIN}`)],
    ['a mark of UTF-16 without a mark', Buffer.from(PLAIN, 'utf16le')],
    ['Windows line ends', PLAIN.replaceAll('\n', '\r\n')],
    ['old Mac line ends', PLAIN.replaceAll('\n', '\r')],
    ['a title and a blank line above the header', `Номінанти 2027;;;\n;;;\n${PLAIN}`, 4],
    ['a title of two cells', `Номінанти;;;оновлено 3 травня\n${PLAIN}`, 3],
    ['empty columns at the end', PLAIN.replaceAll('\n', ';;;\n')],
    ['blank lines', `${HEADER}\n\n;;;\n${ROW}\n\n`, 4],
    ['the end of a file in DOS', `${PLAIN}\u001A`],
    ['quotes around every cell', PLAIN.replaceAll(/[^;\n]+/g, '"$&"')],
    ['a header over two lines', PLAIN.replace('Компанія', '"Компанія\n"'), 3],
  ])('is read with %s', async (_, content, line = 2) => {
    const found = await read(content);
    expect(found).toMatchObject({ table: { header: TABLE.header, lines: [line] } });
    expect(JSON.stringify(found).replaceAll(/[«»]|\\"/g, '')).toContain(
      JSON.stringify(TABLE.rows).replaceAll(/[«»]/g, ''),
    );
  });

  it('in the encoding of DOS is read', async () => {
    const text = 'Название;Описание\nРомашка;Чай и каша';
    expect(await read(inEncoding(text, 'ibm866'))).toMatchObject({ table: { rows: [['Ромашка', 'Чай и каша']] } });
  });

  it('in Windows-1252 keeps its accents', async () => {
    const text = 'Name,Description\nCafé Müller,Où ça? Für €5\nŁ,x\n'.replace('Ł', 'L');
    expect(await read(inEncoding(text, 'windows-1252'))).toMatchObject({
      table: {
        rows: [
          ['Café Müller', 'Où ça? Für €5'],
          ['L', 'x'],
        ],
      },
    });
  });

  it('keeps line breaks in a cell, and counts lines over them', async () => {
    const text = `${HEADER}\n${ROW.replace('Робить', '"Чай\r\nРобить""')}"\n${ROW}\n`;
    expect(await read(text)).toMatchObject({
      table: {
        rows: [expect.arrayContaining([expect.stringContaining('Чай\nРобить"')]), TABLE.rows[0]],
        lines: [2, 4],
      },
    });
  });

  it('fills short rows, and keeps quotes inside of a cell', async () => {
    expect(await read(`${HEADER}\nНайкраща команда;ТОВ "Ромашка" і Ко\n`)).toMatchObject({
      table: { rows: [['Найкраща команда', 'ТОВ "Ромашка" і Ко', '', '']] },
    });
  });

  it('has its header in the first row, even if words of headers are in a row below', async () => {
    const text = 'Хто;Що робить\nНазва бренду;Опис ринку\n';
    expect(await read(text)).toMatchObject({ table: { header: ['Хто', 'Що робить'], lines: [2] } });
  });

  it('without a header has columns without names', async () => {
    expect(await read(`${ROW}\n${ROW}`)).toMatchObject({ table: { header: ['', '', '', ''], lines: [1, 2] } });
  });

  const cells = (count: number): string => Array.from({ length: count }, (_, n) => `c${n}`).join(';');
  it.each<[string, string, string | Buffer, string?]>([
    ['1 noRows', 'is empty', ''],
    ['1 noRows', 'has only a header', HEADER],
    ['3 openQuote', 'has a quote that never ends', `${PLAIN}"Найкраща;`],
    ['1 tableEncoding', 'is no text', Buffer.from('9001810290038104', 'hex')],
    ['1 tableKind', 'is an unknown file of another name', Buffer.from('9001810290038104', 'hex'), 'x.wk4'],
    ['1 tableKind', 'is a PDF named CSV', '%PDF-1.7'],
    ['1 tableKind', 'is a page named XLS', '<html><table></table></html>', 'a.xls'],
    ['1 manyFilled', 'has too many rows', `${HEADER}\n${`${ROW}\n`.repeat(10_001)}`],
    ['2 manyColumns', 'has too many columns', `${HEADER}\n${cells(101)}`],
    ['2 long', 'has a cell that is too long', `${HEADER}\na;${'б'.repeat(32_768)}`],
    ['1 large', 'is too large', Buffer.alloc(10 * 1024 * 1024 + 1, 65)],
  ])('is refused: %s, if it %s', async (expected, _, content, name) => {
    expect(await refusal(content, name)).toBe(expected);
  });

  it('may have 10,000 rows and 100 columns, and blank lines besides', async () => {
    const text = `${HEADER}\n${'\n;;;\n'.repeat(30_000)}${`${cells(100)}\n`.repeat(10_000)}`;
    const found = await read(text);
    expect('table' in found && [found.table.rows.length, found.table.header.length]).toEqual([10_000, 100]);
  });
});

describe('a workbook', () => {
  const HEAD = textRow('Nomination', 'Company', 'Note');
  const withRow = (row: string): Record<string, string> => workbookParts(`${HEAD}<row r="7">${row}</row>`);

  it.each<[string, string, string]>([
    ['a text in its cell', '<c t="inlineStr"><is><t> CPA &lt; $5 </t></is></c>', 'CPA < $5'],
    ['a text in several fonts', '<c t="inlineStr"><is><r><t>Two </t></r><r><t>Owls</t></r></is></c>', 'Two Owls'],
    ['a shared text', '<c t="s"><v>1</v></c>', 'Ромашка'],
    ['a shared text without its reading aid', '<c t="s"><v>2</v></c>', '東京'],
    ['an escaped line break', '<c t="inlineStr"><is><t>a_x000D_&#10;b</t></is></c>', 'a\nb'],
    ['a number', '<c><v>888</v></c>', '888'],
    ['a number with the error of its binary fraction', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['a large number', '<c><v>1E5</v></c>', '100000'],
    ['a date', '<c s="1"><v>46527</v></c>', '2027-05-20'],
    ['a date and a time in a format of its own', '<c s="2"><v>46527.7916666667</v></c>', '2027-05-20 19:00'],
    ['a time', '<c s="2"><v>0.5</v></c>', '12:00'],
    ['a price, whose format has a d in quotes', '<c s="3"><v>5</v></c>', '5'],
    ['a date as text', '<c t="d"><v>2027-05-20T00:00:00</v></c>', '2027-05-20'],
    ['a boolean', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['the result of a formula', '<c t="str"><f>A1&amp;B1</f><v>Two Owls</v></c>', 'Two Owls'],
    ['the number of a formula', '<c><f>1+1</f><v>2</v></c>', '2'],
  ])('gives %s', async (_, cell, text) => {
    const content = await packed({
      ...withRow(cell.replace('<c', '<c r="B7"')),
      'xl/sharedStrings.xml':
        '<sst><si><t>x</t></si><si><t>Ромашка</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si></sst>',
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/>
        <numFmt numFmtId="165" formatCode="[Red]&quot;days&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    });
    expect(await read(content, 'a.xlsx')).toEqual({
      table: { header: ['Nomination', 'Company', 'Note'], rows: [['', text, '']], lines: [7] },
    });
  });

  it('counts days from 1904 if it says so', async () => {
    const parts = withRow('<c r="B7" t="n" s="0"><v>45065</v></c>');
    const from1904 = parts['xl/workbook.xml']?.replace('<workbookPr/>', '<workbookPr date1904="1"/>') ?? '';
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const content = await packed({ ...parts, 'xl/workbook.xml': from1904, 'xl/styles.xml': styles });
    expect(await read(content)).toMatchObject({ table: { rows: [['', '2027-05-20', '']] } });
  });

  it('is read from its first visible sheet with cells, in any namespace and under any name', async () => {
    const content = await packed({
      ...workbookParts(''),
      'xl/workbook.xml': `<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets><x:sheet rel:id="a" state="hidden"/>
        <x:sheet rel:id="b"/><x:sheet rel:id="c"/></x:sheets></x:workbook>`,
      'xl/_rels/workbook.xml.rels': ['a', 'b', 'c']
        .map((id) => `<Relationship Id="${id}" Target="/xl/worksheets/${id}.xml"/>`)
        .join('')
        .replace(/.*/, '<Relationships>$&</Relationships>'),
      'xl/worksheets/a.xml': `<worksheet><sheetData>${textRow('Hidden', 'List')}</sheetData></worksheet>`,
      'xl/worksheets/b.xml': '<worksheet><sheetData><row r="1"><c r="A1" s="1"/></row></sheetData></worksheet>',
      'xl/worksheets/c.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>5</x:v></x:c></x:row><x:row><x:c><x:v>6</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await read(content, 'table.csv')).toMatchObject({ table: { header: ['5'], rows: [['6']] } });
  });

  it('has the text of merged cells in each of their rows, and a merged title once', async () => {
    const parts = workbookParts(
      `${textRow('All nominees of 2027')}${HEAD}${textRow('Best Duo', 'Two Owls')}<row r="4"><c r="B4"><v>888</v></c></row>`,
    );
    const sheet = parts['xl/worksheets/sheet1.xml']?.replace(
      '</sheetData>',
      '</sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/></mergeCells>',
    );
    expect(await read(await packed({ ...parts, 'xl/worksheets/sheet1.xml': sheet ?? '' }))).toMatchObject({
      table: {
        header: ['Nomination', 'Company', 'Note'],
        rows: [
          ['Best Duo', 'Two Owls', ''],
          ['Best Duo', '888', ''],
        ],
        lines: [3, 4],
      },
    });
  });

  const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const sheetOf = (xml: string) => packed({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': xml });
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['7 formula', 'has a formula without its result', () => packed(withRow('<c r="B7"><f>A1</f></c>'))],
    ['7 cellError', 'shows an error', () => packed(withRow('<c r="B7" t="e"><f>A1</f><v>#REF!</v></c>'))],
    ['1 noRows', 'has no cells', () => packed(workbookParts(''))],
    ['1 tableOld', 'is of an old Excel', () => Buffer.concat([OLE, Buffer.alloc(600)])],
    ['1 tableLocked', 'has a password', () => Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')])],
    ['1 tableMacros', 'has macros', () => packed({ ...workbookParts(HEAD), 'xl/vbaProject.bin': 'x' })],
    [
      '1 tableMacros',
      'says that it has macros',
      () =>
        packed({
          ...workbookParts(HEAD),
          '[Content_Types].xml': '<Types x="application/vnd.ms-excel.sheet.macroEnabled"/>',
        }),
    ],
    ['1 tableKind', 'is of OpenDocument', () => packed({ mimetype: 'x', 'content.xml': '<a/>' })],
    ['1 tableKind', 'is of Numbers', () => packed({ 'Index/Document.iwa': 'x' })],
    ['1 tableKind', 'is a binary workbook', () => packed({ 'xl/workbook.bin': 'x' })],
    ['1 tableKind', 'is another zip', () => packed({ 'a.txt': 'x' })],
    ['1 tableBroken', 'is cut off', async () => (await packed(workbookParts(HEAD))).subarray(0, -40)],
    ['1 tableBroken', 'has broken XML', () => sheetOf('<worksheet><sheetData><row>')],
    ['1 tableBroken', 'has entities', () => sheetOf('<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet/>')],
    ['1 tableUnpacked', 'unpacks to 50 MB', () => sheetOf(`<worksheet>${' '.repeat(50 * 1024 * 1024)}</worksheet>`)],
    [
      '1 manyColumns',
      'has cells in column CW',
      () => sheetOf('<worksheet><row><c r="CW1"><v>1</v></c></row></worksheet>'),
    ],
    ['1 manyFilled', 'has too many rows', () => packed(workbookParts(`${HEAD}${textRow('a', 'b').repeat(10_020)}`))],
  ])('is refused: %s, if it %s', async (expected, _, make) => {
    expect(await refusal(await make(), 'a.xlsx')).toBe(expected);
  });

  // This test fails without the limit of all texts together: the process ran out of memory.
  it('is refused if a long text is in many cells', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`;
    const strings = `<sst><si><t>${'x\t'.repeat(15_000)}</t></si></sst>`;
    const content = await packed({ ...workbookParts(row.repeat(9_000)), 'xl/sharedStrings.xml': strings });
    expect(await refusal(content)).toBe('8 tableUnpacked');
  });

  it('names the cell and the error', async () => {
    const found = await read(await packed(withRow('<c r="B7" t="e"><v>#N/A</v></c>')));
    expect('problems' in found && found.problems[0]?.message).toBe(
      'shows the error #N/A in B7: correct the formula, or type the text instead'.replace(' instead', ''),
    );
  });
});
