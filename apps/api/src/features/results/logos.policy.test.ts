// cspell:disable – letters and names in many scripts
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import { resultOf } from '../statistics/policy.ts';
import { asciiName } from './ascii-name.policy.ts';
import { winnersLogos } from './logos.policy.ts';
import { categoriesOf } from './policy.ts';

it.each([
  ['Найкраща партнерська програма', 'Naikrashcha partnerska prohrama'],
  ['Згурський Юрій, Їжакевич', 'Zghurskyi Yurii, Yizhakevych'],
  ["Знам'янка Ґрунт ЩЕ", 'Znamianka Grunt SHCHE'],
  ['Łódź Straße Crème', 'Lodz Strasse Creme'],
  ['Kite & Rook', 'Kite & Rook'],
  ['a/b\\c:d*e?"f"<g>|..', 'a b c d e f g'],
  ['../../etc/passwd', 'etc passwd'],
  ['夜ラジオ', ''],
])('writes %j in ASCII as %j', (name, file) => {
  expect(asciiName(name)).toBe(file);
});

it('names the logo of each winner by nomination, category and nominee, and repeats no name', async () => {
  const edition: Edition = await loadEdition(demoEditionDir);
  const [nomination] = edition.nominations;
  const [category] = nomination?.categories ?? [];
  const [one, two, loser] = category?.companies ?? [];
  const counts = [one, two, loser].map((company, nomineeId) => ({
    ...{ nomination: nomination?.tag ?? '', niche: category?.tag ?? '', company: company?.tag ?? '' },
    ...{ nomineeId, withdrawn: false, cast: nomineeId === 2 ? 1 : 5, excluded: 0 },
  }));
  const { categories } = categoriesOf(edition, counts, { embargo: false, rank: resultOf });
  expect([...winnersLogos(edition, categories).keys()]).toEqual([
    'Best Affiliate Program - Gambling - Northlight Partners.svg',
    'Best Affiliate Program - Gambling - Kite & Rook.svg',
  ]);
  const same = categories.map((each) => ({
    ...each,
    nominees: (each.nominees ?? []).map((nominee) => ({ ...nominee, name: { en: 'Same', uk: 'Те саме' } })),
  }));
  expect([...winnersLogos(edition, same).keys()].map((name) => name.replace(/.* - /, ''))).toEqual([
    'Same.svg',
    'Same 2.svg',
  ]);
});
