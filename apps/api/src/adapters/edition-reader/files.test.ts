// cspell:ignore loho
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { writeWorkbook } from '@laurel/catalog/tables/template';
import { expect, it } from 'vitest';
import { createEditionReader } from './reader.ts';

const demo = await loadEdition(demoEditionDir);
const HEAVY = { refused: { rule: 'heavy', entry: '' } };
const ROWS = [
  ['Номінація', 'Ніша', 'Назва', 'Опис', 'Лого'],
  ['Найкраща арбітражна команда', 'Гемблінг', 'Ромашка', 'Чай і каша.', 'ромашка.png'],
];

it('reads a spreadsheet, proposes its columns, and makes its nominees', async () => {
  const { readSheet, readNominees } = createEditionReader();
  const found = await readSheet(await writeWorkbook(ROWS), 'a.xlsx');
  expect(found).toMatchObject({ sheet: { columns: ['nomination', 'category', 'name', 'desc', 'logo'] } });
  if (!('sheet' in found && 'table' in found.sheet)) return;
  const known = { nominations: demo.nominations, files: [] };
  expect(await readNominees(found.sheet.table, found.sheet.columns, known)).toMatchObject({
    nominees: {
      problems: [],
      rows: [
        { line: 2, cells: { nomination: 'best-affiliate-team', niche: 'gambling', name: 'Ромашка' }, isNew: true },
      ],
    },
  });
});

it('gives the problems of a file that is no spreadsheet', async () => {
  expect(await createEditionReader().readSheet(Buffer.from('%PDF-1.7'), 'a.xlsx')).toMatchObject({
    sheet: { problems: [{ rule: 'tableKind', params: { kind: 'PDF' } }], columns: [] },
  });
});

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style/>${content}</svg>`);

it('prepares a picture, or says why not', async () => {
  const { preparePicture } = createEditionReader();
  expect(await preparePicture(svg('<rect width="9" height="9"/>'), 'Лого.svg', 'logo')).toMatchObject({
    prepared: { picture: { file: 'loho.webp', body: expect.any(Uint8Array), size: { width: 336, height: 336 } } },
  });
  expect(await preparePicture(Buffer.alloc(0), 'a.png', 'logo')).toMatchObject({
    prepared: { refused: { rule: 'emptyFile' } },
  });
});

it('refuses a spreadsheet that takes too much memory', async () => {
  const { readSheet } = createEditionReader({ timeMs: 600_000, heapMb: 40 });
  const content = Buffer.from(`${'a text;'.repeat(99)}\n`.repeat(10_000));
  expect('refused' in (await readSheet(content, 'a.csv'))).toBe(true);
});

/** Each of these filters works on all pixels many times. */
const FILTERS = Array.from(
  { length: 40 },
  (_, n) =>
    `<filter id="f${n}"><feTurbulence numOctaves="9" baseFrequency="0.${n + 1}"/><feGaussianBlur stdDeviation="99"/></filter><rect width="9" height="9" filter="url(#f${n})"/>`,
);

it('refuses a picture that takes too long', async () => {
  const { preparePicture } = createEditionReader({ timeMs: 300, heapMb: 384 });
  expect(await preparePicture(svg(FILTERS.join('')), 'a.svg', 'picture')).toEqual(HEAVY);
});
