import { expect, it, onTestFinished, vi } from 'vitest';
import { parseDocument, YAMLMap } from 'yaml';
import { mergeNominees } from './merge-nominees.ts';
import type { NomineeRow } from './nominees-csv.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';

const ROWS = 300;
const FILES = new Map([
  ['best-duo.yaml', SMALL_EDITION['nominations/best-duo.yaml']],
  ['best-solo.yaml', SMALL_EDITION['nominations/best-solo.yaml']],
]);
const rowOf = (line: number, tag: string, name: string): NomineeRow => ({
  line,
  cells: {
    nomination: 'best-solo',
    niche: 'no-category',
    tag,
    name,
    link: '',
    logo: 'two-owls.svg',
    desc_en: 'Sings.',
    desc_uk: 'Співає.',
  },
});

it('appends new nominees, and changes a nominee that an earlier row of the same table appended', async () => {
  const rows = [rowOf(2, 'owl', 'Owl'), rowOf(3, 'lone-pine', 'Lone Pine'), rowOf(4, 'owl', 'An owl')];
  const { files, problems, places } = await mergeNominees(FILES, rows);
  expect(problems).toEqual([]);
  expect([...places]).toEqual([
    ['nominations/best-solo.yaml#0#1', 4],
    ['nominations/best-solo.yaml#0#0', 3],
  ]);
  expect([...files.keys()]).toEqual(['best-solo.yaml']);
  const merged = parseDocument(files.get('best-solo.yaml') ?? '');
  expect(merged.toJS().categories[0].companies).toMatchObject([{ logo: 'two-owls.svg' }, { name: 'An owl' }]);
  expect((await mergeNominees(files, rows.slice(1))).files.size).toBe(0);
});

// This test fails with a search of the list for each row: 46,050 values were read.
it('reads the tags of a category once, however many rows are added to it', async () => {
  const get = vi.spyOn(YAMLMap.prototype, 'get');
  onTestFinished(() => get.mockRestore());
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index + 2, `owl-${index}`, 'Owl'));
  const { places } = await mergeNominees(FILES, rows);
  expect(places.size).toBe(ROWS);
  expect(get.mock.calls.length).toBeLessThan(ROWS * 5);
});

it('parses only the files that rows name', async () => {
  const broken = new Map([...FILES, ['best-duo.yaml', '[']]);
  const { files, problems } = await mergeNominees(broken, [rowOf(2, 'owl', 'Owl')]);
  expect([problems, [...files.keys()]]).toEqual([[], ['best-solo.yaml']]);
});
