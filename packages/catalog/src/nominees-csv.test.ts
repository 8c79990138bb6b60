import { nomineeColumns } from '@laurel/contracts/nominee';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CsvProblem, formatCsvProblem, readNomineesCsv } from './nominees-csv.ts';

const { required: NOMINEE_COLUMNS } = nomineeColumns();
const HEADER = NOMINEE_COLUMNS.join(',');
const GOOD = 'best-duo,dating,two-owls,Two Owls,https://owls.example,two-owls.svg,Two of them.,Їх двоє.';
const read = (text: string) => readNomineesCsv(Buffer.from(text));
const formatted = (problems: readonly CsvProblem[]): string[] =>
  problems.map((each) => formatCsvProblem('x.csv', each));
const wrong = (...lines: string[]): string[] => formatted(read([HEADER, ...lines].join('\n')).problems);

describe('a table of nominees', () => {
  const cells = { nomination: 'best-duo', niche: 'dating', tag: 'two-owls', name: 'Two Owls', desc_uk: 'Їх двоє.' };

  it.each([
    ['commas', `${HEADER}\n${GOOD}\n`],
    ['semicolons', `${HEADER}\n${GOOD}\n`.replaceAll(',', ';')],
    ['a byte order mark', `\uFEFF${HEADER}\n${GOOD}`],
    ['Windows line ends', `${HEADER}\r\n${GOOD}\r\n`],
    ['old Mac line ends, and semicolons in a text', `${HEADER}\r${GOOD.replace('Two of them.', ';'.repeat(20))}\r`],
    ['capitals in the header, blanks around', `${HEADER.toUpperCase()}\n ${GOOD.replaceAll(',', ' , ')}`],
    ['blank lines', `${HEADER}\n\n,,,,,,,\n${GOOD}\n\n`],
    ['a line for Excel that names the separator', `\uFEFFsep=;\r\n${`${HEADER}\r\n${GOOD}\r\n`.replaceAll(',', ';')}`],
    ['such a line with another separator', `"sep=|"\n${HEADER}\n${GOOD}`.replaceAll(',', '|')],
    ['tabs', `${HEADER}\n${GOOD}`.replaceAll(',', '\t')],
    ['a title above the header', `"Nominees; of, 2026",,,,,,,\n,,,,,,,\n${HEADER}\n${GOOD}\n`],
    [
      'such a title in one cell',
      `Nominees, of 2026\n\n${HEADER}\n${GOOD}\n`
        .replace(HEADER, HEADER.replaceAll(',', ';'))
        .replace(GOOD, GOOD.replaceAll(',', ';')),
    ],
    ['empty columns at the end', `${HEADER},,,\n${GOOD},,,,,\n`],
    [
      'an empty column within',
      `${HEADER.replace(',logo', ',,logo')}\n${GOOD.replace(',two-owls.svg', ',,two-owls.svg')}`,
    ],
    ['quotes around every cell', `${HEADER}\n${GOOD}`.replaceAll(/[^,\n]+/g, '"$&"')],
    [
      'invisible characters around cells',
      `${HEADER.replace('niche', 'niche\u200B')}\n${GOOD.replace('two-owls,', '\uFEFFtwo-owls\u00A0\u200B,')}`,
    ],
    ['two byte order marks, and the end of a file in DOS', `\uFEFF\uFEFF${HEADER}\r\n${GOOD}\r\n\u001A`],
    [
      'columns in another order',
      'desc_uk,desc_en,logo,link,name,tag,niche,nomination\nЇх двоє.,Two of them.,two-owls.svg,,Two Owls,two-owls,dating,best-duo',
    ],
  ])('is read with %s', (_, text) => {
    const { rows, problems } = read(text);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ cells }]);
  });

  it('knows the line of each row, even with texts over several lines', () => {
    const long = GOOD.replace('Two of them.', '"Two of them,\nas ""everybody""\nknows."');
    const { rows, problems } = read(`${HEADER}\n${long}\n\n${GOOD.replaceAll('two-owls', 'three-owls')}`);
    expect(problems).toEqual([]);
    expect(rows.map(({ line }) => line)).toEqual([2, 6]);
    expect(rows[0]?.cells.desc_en).toBe('Two of them,\nas "everybody"\nknows.');
  });

  it.each(['\r\n', '\r', '\n', '\u2028', '\u2029', '\u0085', '\v'])('keeps a line break in a cell: %j', (lineBreak) => {
    const text = `"Two${lineBreak}of\tthem.${lineBreak}"`;
    const { rows, problems } = read(`sep=,\r\n${HEADER}\r\n${GOOD.replace('Two of them.', text)}\r\n`);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ line: 3, cells: { ...cells, desc_en: 'Two\nof them.' } }]);
  });

  it('lacks empty cells at the end of a row', () => {
    const { rows, problems } = read(`${HEADER},link2,video\n${GOOD}\n`.replace(',link2', ''));
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ cells: { ...cells, video: '' } }]);
    expect(wrong(GOOD.slice(0, GOOD.lastIndexOf(',')))).toEqual(['x.csv:2 ends after 7 cells, without desc_uk']);
  });

  it('reports all problems with line, column and rule', () => {
    expect(
      wrong(GOOD, 'Best Duo,,Two Owls,,owls.example,owls.gif,,<script>x</script>', 'best-duo,dating,two-owls', GOOD),
    ).toEqual([
      'x.csv:3 nomination must be small letters, digits and single hyphens, like best-partner',
      'x.csv:3 niche must be small letters, digits and single hyphens, like best-partner',
      'x.csv:3 tag must be small letters, digits and single hyphens, like best-partner',
      'x.csv:3 name must not be empty',
      'x.csv:3 logo must be the name of a file in logos/, ending in .svg, .png, .webp, .avif or .jpg',
      'x.csv:3 link must be a full link that starts with https:// or http://',
      'x.csv:3 desc_en must not be empty',
      'x.csv:3 desc_uk has no text left once scripts and unknown tags are taken out',
      'x.csv:4 ends after 3 cells, without name, logo, desc_en, desc_uk',
      'x.csv:5 tag is the nominee of line 2 again: keep one of them',
    ]);
  });

  it('may have columns for a picture or a video', () => {
    const header = `${HEADER},video,picture,picture_alt_uk,picture_alt_en`;
    const { rows, problems } = read(`${header}\n${GOOD},,owls.webp,Сови,Owls\n`);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      { cells: { video: '', picture: 'owls.webp', picture_alt_en: 'Owls', picture_alt_uk: 'Сови' } },
    ]);
    expect(read(`${header}\n${GOOD},,,,\n`).problems).toEqual([]);
    expect(read(`${HEADER}\n${GOOD}\n`).rows[0]?.cells).not.toHaveProperty('video');
    const bad = `${GOOD.replace('two-owls,', 'three-owls,')},http://v.example,owls.gif,,\n${GOOD},https://v.example,owls.webp,С,O`;
    expect(formatted(read(`${header}\n${bad}`).problems)).toEqual([
      'x.csv:2 picture must be the name of a file in pictures/, ending in .svg, .png, .webp, .avif or .jpg',
      'x.csv:2 picture_alt_en must not be empty',
      'x.csv:2 picture_alt_uk must not be empty',
      'x.csv:2 video must be a full link that starts with https://',
      'x.csv:3 video must be left out where there is a picture: a nominee has one of them',
    ]);
  });

  it.each([
    ['an empty file', '', /^x\.csv:1 is empty: the first line names the columns/],
    ['a column that is missing', `${HEADER.replace(',logo', '')}\n`, /^x\.csv:1 logo is missing/],
    ['a column too many', `${HEADER},votes\n`, /^x\.csv:1 "votes" is no column of a table of nominees/],
    ['a picture without a description', `${HEADER},picture\n`, /^x\.csv:1 picture_alt_en is missing/],
    ['a column twice', `${HEADER},tag\n`, /^x\.csv:1 tag is there twice/],
    [
      'a text in a column without a name',
      `${HEADER},\n${GOOD},x`,
      /^x\.csv:2 has 9 cells, the header has 8: put a text/,
    ],
    [
      'such a text within',
      `${HEADER.replace(',logo', ',,logo')}\n${GOOD.replace(',two-owls.svg', ',x,two-owls.svg')}`,
      /^x\.csv:1 "" is no column/,
    ],
    [
      'a quote that never ends',
      `${HEADER}\n${GOOD}\n"best-duo,dating`,
      /^x\.csv:\d begins a quoted text that never ends/,
    ],
    ['a quote inside of a text', `${HEADER}\nbest "duo",x,x,x,x,x,x,x`, /^x\.csv:2 has a " inside of a text/],
  ])('is rejected with %s', (_, text, rule) => {
    const { rows, problems } = read(text);
    expect(rows).toEqual([]);
    expect(formatted(problems)[0]).toMatch(rule);
  });

  const blank = (count: number): string => ',,,,,,,\n'.repeat(count);

  it('may have 2,000 rows, blank ones included', () => {
    expect(read(`${HEADER}\n${GOOD}\n${blank(1_999)}`)).toMatchObject({ rows: [{ cells }], problems: [] });
    const { rows, problems } = read(`${HEADER}\n${GOOD}\n${blank(2_000)}`);
    expect(rows).toEqual([]);
    expect(formatted(problems)).toEqual([
      'x.csv:1 must not have more than 2000 rows, blank ones included: split it, or delete blank rows',
    ]);
  });

  // This test fails without the end of parsing: each of 65,536 lines was read.
  it('is parsed no further than one row too many', () => {
    const trim = vi.spyOn(String.prototype, 'trim');
    onTestFinished(() => trim.mockRestore());
    expect(read(`${HEADER}\n${'\n'.repeat(65_535)}`).rows).toEqual([]);
    expect(trim.mock.calls.length).toBeLessThan(5_000);
  });

  it('with more than 100 columns is rejected before unknown columns are listed', () => {
    const columns = (count: number): string => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
    const all = `${HEADER},${columns(100 - NOMINEE_COLUMNS.length)}`;
    expect(read(all).problems).toHaveLength(100 - NOMINEE_COLUMNS.length);
    expect(formatted(read(`${all},x`).problems)).toEqual(['x.csv:1 must not have more than 100 columns']);
  });

  it.each([
    ['no header', GOOD],
    ['another separator', `${HEADER}\n${GOOD}`.replaceAll(',', '|')],
    ['another table', 'name;votes\nTwo Owls;3'],
  ])('with %s is rejected with one problem, which says what the first line must be', (_, text) => {
    expect(formatted(read(text).problems)).toEqual([
      'x.csv:1 names no columns: the first line must be nomination, niche, tag, name, link, logo, desc_en, desc_uk, separated by commas, semicolons or tabs',
    ]);
  });

  // This test fails without the limit: 1,600 problems were listed.
  it('lists 500 problems, and counts the others', () => {
    const { problems } = read(`${HEADER}\n${Array.from({ length: 200 }, (_, n) => `A,B,C${n},x,x,x,x,x`).join('\n')}`);
    expect(problems).toHaveLength(500);
    expect(problems.at(-1)?.message).toMatch(/^is where \d+ more problems begin, which are not listed$/);
  });

  it('may have 1 MB', () => {
    const start = `${HEADER}\n${GOOD.replace('Two of them.', '"')}`;
    const ofSize = (bytes: number) =>
      formatted(read(start.padEnd(bytes - Buffer.byteLength(start) + start.length)).problems);
    expect(ofSize(1024 * 1024)).toEqual([expect.stringContaining('begins a quoted text that never ends')]);
    expect(ofSize(1024 * 1024 + 1)).toEqual(['x.csv:1 must not be larger than 1 MB']);
  });

  it('is rejected in another encoding', () => {
    // This test fails for UTF-16, which is UTF-8 with NULs: each column was unknown.
    for (const bytes of [Buffer.from(`${HEADER}\nÜ`, 'latin1'), Buffer.from(HEADER, 'utf16le')]) {
      const { problems } = readNomineesCsv(bytes);
      expect(formatted(problems)).toEqual(['x.csv:1 must be saved as UTF-8 (in Excel: "CSV UTF-8")']);
    }
  });
});
