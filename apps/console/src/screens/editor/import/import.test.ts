import { UPLOAD_MAX_BYTES } from '@laurel/contracts/console/calls/edition';
import { describe, expect, it } from 'vitest';
import { namesOf } from '../../../lib/draft-names.ts';
import { pastedBlock, sortPictures, tableOf } from './file-kinds.ts';
import { chosen, nomineesFor, planOf, stillWithout } from './picture-plan.ts';

const fileOf = (name: string, size = 1): File => {
  const file = new File(['x'.repeat(Math.min(size, 1))], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

describe('files before they are sent', () => {
  it.each([
    ['nominees.xlsx', 1, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['NOMINEES.CSV', 1, 'text/csv'],
    ['nominees.tsv', 1, 'text/tab-separated-values'],
    ['nominees.xls', 1, 'oldTable'],
    ['nominees.pdf', 1, 'table'],
    ['nominees', 1, 'table'],
    ['nominees.csv', 0, 'empty'],
    ['nominees.csv', UPLOAD_MAX_BYTES + 1, 'size'],
  ])('the table %s of %i bytes: %s', (name, size, outcome) => {
    const read = tableOf(fileOf(name, size));
    expect('file' in read ? read.file.type : read.refusal).toBe(outcome);
  });

  it.each([
    ['a.png', 'image/png'],
    ['a.JPG', 'image/jpeg'],
    ['a.svg', 'image/svg+xml'],
    ['a.heic', 'image/heic'],
    ['a.tif', 'print'],
    ['a.pdf', 'print'],
    ['a.docx', 'picture'],
  ])('the picture %s: %s', (name, outcome) => {
    const { files, refused } = sortPictures([fileOf(name)]);
    expect(files.get(name)?.type ?? refused.get(name)).toBe(outcome);
  });

  it('more pictures than are matched at once wait', () => {
    const { files, refused } = sortPictures(Array.from({ length: 302 }, (_, number) => fileOf(`${number}.png`)));
    expect([files.size, [...refused]]).toEqual([
      300,
      [
        ['300.png', 'many'],
        ['301.png', 'many'],
      ],
    ]);
  });

  it.each([
    ['Kite & Rook\tNews\nOwl\tNews', true],
    ['"two\nlines"\tNews', true],
    ['Kite & Rook', false],
    ['one\ntwo', false],
    ['\t', false],
  ])('pasted %j is a block of cells: %s', (text, isBlock) => {
    expect(pastedBlock(text) !== undefined).toBe(isBlock);
  });

  it('pasted cells without names of columns get those of the list', async () => {
    const block = pastedBlock('Owl\tNews\r\nFox\tTalk');
    expect(await block?.headed.text()).toBe('Name\tDescription (English)\nOwl\tNews\r\nFox\tTalk');
  });
});

describe('the plan of many pictures', () => {
  const category = (tag: string, companies: object[]) => ({ tag, name: tag, companies });
  const owl = { tag: 'owl', name: { en: 'Owl', uk: 'Сова' } };
  const { nominees } = namesOf(
    [
      {
        tag: 'duo',
        title: { en: 'Best duo', uk: 'Дует' },
        categories: [
          category('news', [owl, { tag: 'kite', name: 'Kite & Rook', logo: 'kite.svg' }]),
          category('talk', [owl, { tag: 'fox', picture: { file: 'fox.png' } }]),
        ],
      },
    ],
    'uk',
  );
  const at = (niche: string, tag: string) => `nominations.duo.categories.${niche}.companies.${tag}`;
  const plan = planOf({
    matches: [
      { file: 'kite.png', nominee: at('news', 'kite'), score: 1 },
      { file: 'ow.png', nominee: at('news', 'owl'), score: 0.7 },
    ],
    ambiguous: [{ file: 'f.png', nominees: [at('talk', 'fox'), at('news', 'kite')] }],
    filesLeft: ['x.png'],
    nomineesLeft: [],
  });

  it('has those first that need a person, and nobody’s file has a nominee', () => {
    expect(plan.map(({ file, certainty, nominee }) => [file, certainty, nominee])).toEqual([
      ['x.png', 'none', ''],
      ['f.png', 'several', ''],
      ['ow.png', 'guessed', at('news', 'owl')],
      ['kite.png', 'certain', at('news', 'kite')],
    ]);
  });

  it('takes a nominee from another file when a person chooses it', () => {
    const next = chosen(plan, 'x.png', at('news', 'owl'));
    expect(next.map(({ nominee }) => nominee)).toEqual([at('news', 'owl'), '', '', at('news', 'kite')]);
    expect(chosen(next, 'x.png', '').map(({ nominee }) => nominee)).toEqual(['', '', '', at('news', 'kite')]);
  });

  it('offers a nominee of two categories once for a logo, and in each for a picture', () => {
    expect(nomineesFor(nominees, 'logo').map(({ name }) => name)).toEqual(['Сова', 'Kite & Rook', 'fox']);
    expect(nomineesFor(nominees, 'picture').map(({ place }) => place)).toEqual([
      'Дует: news',
      'Дует: news',
      'Дует: talk',
      'Дует: talk',
    ]);
  });

  it('says who is still without', () => {
    expect(stillWithout(nominees, plan, 'logo').map(({ name }) => name)).toEqual(['fox']);
    expect(stillWithout(nominees, [], 'logo').map(({ name }) => name)).toEqual(['Сова', 'fox']);
    expect(stillWithout(nominees, plan, 'picture').map(({ name }) => name)).toEqual([]);
  });
});
