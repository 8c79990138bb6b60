// cspell:disable – names in Latin letters
import { describe, expect, it } from 'vitest';
import { mergeNominees } from '../merge-nominees.ts';
import { guessColumns, type SheetField } from './guess-columns.ts';
import type { KnownNominees } from './nominee-tags.ts';
import { nomineesFrom } from './nominees-from.ts';
import { readTable, type Table } from './read-table.ts';
import { nomineeTemplate, writeWorkbook } from './template.ts';

const both = (text: string) => ({ en: text, uk: text });
const KNOWN: KnownNominees = {
  nominations: [
    {
      tag: 'best-duo',
      title: { en: 'Best Duo', uk: 'Найкращий дует' },
      categories: [
        { tag: 'dating', name: { en: 'Dating', uk: 'Дейтинг' }, companies: [{ tag: 'owls', name: both('Two Owls') }] },
        { tag: 'betting', name: { en: 'Betting', uk: 'Бетинг' }, companies: [] },
      ],
    },
    {
      tag: 'best-solo',
      title: { en: 'Best Solo', uk: 'Найкраще соло' },
      categories: [{ tag: 'no-category', name: both('All'), companies: [{ tag: 'romashka', name: both('Romashka') }] }],
    },
  ],
  files: ['logos/owls.svg', 'logos/romashka.webp', 'pictures/stage.webp', 'nominations/best-duo.yaml'],
};
const FIELDS = ['nomination', 'category', 'name', 'desc', 'link', 'logo'] as const;
const DESC = 'Text.';

const tableOf = (rows: readonly (readonly string[])[], width: number): Table => ({
  header: Array.from({ length: width }, () => ''),
  rows: rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? '')),
  lines: rows.map((_, index) => index + 2),
});
const from = (rows: readonly (readonly string[])[], fields: readonly SheetField[] = FIELDS, known = KNOWN) =>
  nomineesFrom(tableOf(rows, fields.length), fields, known);
const tagsOf = (rows: readonly (readonly string[])[]) => {
  const { rows: found, problems } = from(rows);
  expect(problems).toEqual([]);
  return found.map(({ cells }) => `${cells.nomination}/${cells.niche}/${cells.tag}`);
};
const duo = (name: string, desc = DESC, ...more: string[]) => ['Best Duo', 'Dating', name, desc, ...more];

describe('nominees of a table', () => {
  it.each<[string, string[][], string[]]>([
    [
      'titles of nominations and categories in any language',
      [['Найкращий дует', 'betting', 'Ромашкове', DESC]],
      ['best-duo/betting/romashkove'],
    ],
    ['titles in other letter case, or tags', [['best-duo', ' ДЕЙТИНГ', 'A', DESC]], ['best-duo/dating/a']],
    ['the only category of a nomination', [['Best Solo', '', 'Сонце', DESC]], ['best-solo/no-category/sontse']],
    ['the tag of a nominee of the same name', [duo('TWO  OWLS')], ['best-duo/dating/owls']],
    ['the tag of a nominee of the same name elsewhere', [duo('romashka')], ['best-duo/dating/romashka']],
    ['another tag for another name in the same letters', [duo('Ромашка')], ['best-duo/dating/romashka-2']],
    [
      'the same tag for the same name in another category',
      [duo('Сова'), ['Best Solo', 'All', 'сова', DESC]],
      ['best-duo/dating/sova', 'best-solo/no-category/sova'],
    ],
    [
      'tags for names without such letters',
      [duo('東京'), duo('🏆')],
      ['best-duo/dating/nominee', 'best-duo/dating/nominee-2'],
    ],
    ['names of digits', [duo('888'), duo('1e5')], ['best-duo/dating/888', 'best-duo/dating/1e5']],
    ['rows without a nominee', [['Best Duo', 'Dating'], duo('A')], ['best-duo/dating/a']],
    ['a name over two lines', [duo('Night\nRadio')], ['best-duo/dating/night-radio']],
  ])('have %s', (_, rows, tags) => {
    expect(tagsOf(rows)).toEqual(tags);
  });

  it('have tags of at most 80 letters, each of its own', () => {
    const name = 'щ'.repeat(80);
    const tags = tagsOf([duo(name), duo(`${name.slice(1)}ї`)]).map((each) => each.split('/')[2] ?? '');
    expect(tags.map((tag) => tag.length)).toEqual([80, 80]);
    expect(tags[1]).toMatch(/^[a-z]+-2$/);
  });

  it.each([
    ['CPA < $5 та CTR<1%'],
    ['=1+1, +380, @handle'],
    ['فريق العرب'],
    ['<b>Bold</b> and <i>not closed'],
    ['“Quotes” — dashes…'],
  ])('keep a text to the letter: %s', (text) => {
    expect(from([duo(text.replace(/<b.*/, 'x'), text)])).toMatchObject({
      problems: [],
      rows: [{ cells: { desc_en: text, desc_uk: text } }],
    });
  });

  it.each<[string, string[][], string]>([
    [
      'an unknown nomination',
      [['Best Trio', 'Dating', 'A', DESC]],
      '2 nomination oneOf Best Duo, Найкращий дует, Best Solo, Найкраще соло',
    ],
    ['a category of another nomination', [['Best Solo', 'Dating', 'A', DESC]], '2 category oneOf All'],
    [
      'no category where there are several',
      [['Best Duo', '', 'A', DESC]],
      '2 category oneOf Dating, Дейтинг, Betting, Бетинг',
    ],
    ['no name', [['Best Duo', 'Dating', '', DESC]], '2 name empty'],
    ['the same name twice in a category', [duo('Ромашка'), duo('«ромашка»')], '3 name nomineeAgain 2'],
    ['a name of 500 letters', [duo('я'.repeat(500))], '2 name long 80'],
    ['an invisible character in a name', [duo('Two\u2060Cats')], '2 name control '],
    ['a change of direction in a name', [duo('Two\u202eCats')], '2 name control '],
    ['nothing but a script as description', [duo('A', '<script>x</script>')], '2 desc noText '],
    ['a link of another kind', [duo('A', DESC, 'javascript:x')], '2 link link '],
    ['the address of a logo', [duo('A', DESC, '', 'https://a.example/logo.png')], '2 logo fileLink '],
  ])('are refused with %s', (_, rows, expected) => {
    const [problem] = from(rows).problems;
    expect(
      problem && `${problem.line} ${problem.column} ${problem.rule} ${Object.values(problem.params).join()}`.trim(),
    ).toBe(expected.trim());
  });

  it('are refused by the header of their column', () => {
    const table = { ...tableOf([['A', '<script>x</script>', 'x']], 3), header: ['Назва', 'Опис (укр)', ''] };
    const [solo] = KNOWN.nominations.slice(1);
    const known = { ...KNOWN, nominations: solo ? [solo] : [] };
    const { problems } = nomineesFrom(table, ['name', 'desc_uk', 'link'], known);
    expect(problems.map(({ column, rule }) => `${column} ${rule}`)).toEqual(['link link', 'Опис (укр) noText']);
  });

  it('may have no description yet: it is written later', () => {
    const { rows, problems } = from([duo('A', '')]);
    expect([rows[0]?.cells, problems]).toEqual([
      { nomination: 'best-duo', niche: 'dating', tag: 'a', name: 'A', link: '' },
      [],
    ]);
  });

  it('need columns for the name and the nomination', () => {
    expect(from([['A']], ['desc']).problems.map(({ column, rule }) => `${column} ${rule}`)).toEqual([
      'name unmapped',
      'nomination unmapped',
    ]);
  });

  it('have links with their scheme, and the pictures that the edition has', () => {
    const fields = [...FIELDS, 'picture'] as const;
    const { rows, problems } = from(
      [duo('A', DESC, 'romashka.ua/x', 'C:\\img\\Ромашка.png', 'Stage.jpg'), duo('B', DESC, '', 'Б лого.png', 'b.jpg')],
      fields,
    );
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      {
        cells: { link: 'https://romashka.ua/x', logo: 'romashka.webp', picture: 'stage.webp', picture_alt_uk: 'A' },
        wanted: {},
      },
      { cells: { link: '' }, wanted: { logo: 'Б лого.png', picture: 'b.jpg' } },
    ]);
    expect(rows[1]?.cells).not.toHaveProperty('logo');
  });

  it('have a picture or a video', () => {
    const fields = ['nomination', 'category', 'name', 'desc', 'picture', 'video'] as const;
    expect(from([duo('A', DESC, 'a.jpg', 'youtu.be/x')], fields).problems).toMatchObject([
      { column: 'video', rule: 'pictureOrVideo' },
    ]);
  });

  it('are merged into the files, and what the table does not say stays', async () => {
    const yaml = `tag: best-duo
categories:
  - tag: dating
    companies:
      - tag: owls
        name: Two Owls
        logo: owls.svg
        desc: { en: Old., uk: Старе. }
`;
    const fields = ['nomination', 'category', 'name_en', 'name_uk', 'desc_uk'] as const;
    const { rows } = from(
      [
        ['Best Duo', 'Dating', 'Two Owls', 'Дві сови', 'Нове.'],
        ['Best Duo', 'Dating', 'Cat', '', 'Кіт.'],
      ],
      fields,
    );
    const { files, problems } = await mergeNominees(new Map([['best-duo.yaml', yaml]]), rows);
    expect(problems).toEqual([]);
    expect(files.get('best-duo.yaml')).toBe(`tag: best-duo
categories:
  - tag: dating
    companies:
      - tag: owls
        name:
          en: Two Owls
          uk: Дві сови
        logo: owls.svg
        desc: { en: Old., uk: Нове. }
      - tag: cat
        name: Cat
        desc:
          uk: Кіт.
`);
  });
});

describe('a template', () => {
  it.each([
    ['xlsx', 'en'],
    ['xlsx', 'uk'],
    ['csv', 'en'],
    ['csv', 'uk'],
  ] as const)('of %s in %s has a row for each category, and is read back', async (kind, language) => {
    const content = await nomineeTemplate(kind, language, KNOWN);
    const found = await readTable(content, `nominees.${kind}`);
    if (!('table' in found)) throw new Error('not read');
    const { header, rows } = found.table;
    expect(guessColumns(header, rows)).toEqual([
      'nomination',
      'category',
      'name',
      'desc_en',
      'desc_uk',
      'link',
      'logo',
      'picture',
      'video',
    ]);
    expect(rows.map(([title]) => title)).toEqual(
      ['duo', 'duo', 'solo'].map((_, n) => KNOWN.nominations[n === 2 ? 1 : 0]?.title[language]),
    );
    expect(nomineesFrom(found.table, guessColumns(header, rows), KNOWN)).toEqual({ rows: [], problems: [] });
  });

  it('keeps signs that XML can’t hold out of a workbook', async () => {
    const rows = [
      ['Name', 'Note'],
      ['<A & B>\u0001', ' two\nlines '],
    ];
    expect(await readTable(await writeWorkbook(rows), 'a.xlsx')).toMatchObject({
      table: { rows: [['<A & B>', 'two\nlines']] },
    });
    expect(await writeWorkbook(rows)).toEqual(await writeWorkbook(rows));
  });
});
