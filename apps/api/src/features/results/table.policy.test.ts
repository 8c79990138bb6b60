import { readEditionArchive } from '@laurel/catalog/edition-archive';
import type { ResultsCategory } from '@laurel/contracts/console/calls/results';
import { expect, it } from 'vitest';
import { csvOf, tableOf } from './table.policy.ts';
import { workbookOf } from './workbook.policy.ts';

type Nominee = NonNullable<ResultsCategory['nominees']>[number];
const nominee = (en: string, uk: string, more: Partial<Nominee>): Nominee => ({
  company: 'tag',
  name: { en, uk },
  link: null,
  withdrawn: false,
  cast: 0,
  excluded: 0,
  counted: 0,
  share: null,
  rank: null,
  tie: false,
  ...more,
});
const categoryOf = (name: string, nominees: readonly Nominee[]): ResultsCategory => ({
  nomination: 'best-podcast',
  niche: name,
  title: { en: 'Best Podcast', uk: 'Найкращий подкаст' },
  name: { en: name, uk: name },
  cast: 0,
  excluded: 0,
  counted: 0,
  nominees: [...nominees],
  drawn: null,
});

const EVIL = '=HYPERLINK("https://evil.example")';
const categories = [
  categoryOf('Crypto', [
    nominee('Orbit', 'Орбіта', { counted: 4, share: 40, rank: 1, tie: true }),
    nominee('Harbor', 'Гавань', { counted: 4, share: 40, rank: 1, tie: true }),
    nominee(EVIL, '-1', { counted: 2, share: 20, rank: 3 }),
    nominee('Mill & <Sons>', 'Млин', { withdrawn: true }),
  ]),
  categoryOf('Radio', [nominee('Night', 'Ніч', { counted: 1, share: 100, rank: 1 })]),
  categoryOf('Silent', [nominee('Nobody', 'Ніхто', { share: 0 })]),
];

it('is a line for each nominee, with joint winners, one winner, none without votes, and no formula', () => {
  expect(csvOf(tableOf(categories, 'en')).split('\r\n')).toEqual([
    '\uFEFFNomination,Category,Place,Nominee (English),Nominee (Ukrainian),Votes that count,"Share, %",Result',
    'Best Podcast,Crypto,1,Orbit,Орбіта,4,40,joint winner',
    'Best Podcast,Crypto,1,Harbor,Гавань,4,40,joint winner',
    `Best Podcast,Crypto,3,"'=HYPERLINK(""https://evil.example"")",'-1,2,20,`,
    'Best Podcast,Crypto,,Mill & <Sons>,Млин,0,,withdrawn',
    'Best Podcast,Radio,1,Night,Ніч,1,100,winner',
    'Best Podcast,Silent,,Nobody,Ніхто,0,0,',
    '',
  ]);
});

it('says who won a draw, and who was equal', () => {
  const [equal, ...others] = (categories[0]?.nominees ?? []).map((each, index) => ({ ...each, company: `n${index}` }));
  const drawn = { ...categoryOf('Crypto', equal ? [equal, ...others] : []), drawn: 'n1' };
  expect(tableOf([drawn], 'en').rows.map((row) => row.at(-1))).toEqual([
    'equal, lost the draw',
    'winner, by a draw',
    '',
    'withdrawn',
  ]);
});

it('is a workbook with numbers as numbers, and texts that are texts by their type', async () => {
  const { files } = await readEditionArchive(await workbookOf(tableOf(categories, 'uk')));
  const sheet = String(files.get('xl/worksheets/sheet1.xml'));
  expect(sheet).toContain('<c r="F2" s="2"><v>4</v></c><c r="G2" s="3"><v>40</v></c>');
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;https://evil.example&quot;)</t>');
  expect(sheet).toContain('>Mill &amp; &lt;Sons&gt;<');
  expect(sheet).toContain('<autoFilter ref="A1:H7"/>');
  expect(sheet).not.toContain('<f>');
});
