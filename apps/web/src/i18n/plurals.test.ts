import { LANGUAGES } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from './i18n.ts';
import nominations from './locales/uk/nominations.json';
import page from './locales/uk/page.json';

/** Numbers with the place of their form in Ukrainian: 21 is like 1, 22 like 2, but 11 and 12 are like 5. */
const COUNTS = [
  [1, 0],
  [2, 1],
  [5, 2],
  [11, 2],
  [12, 2],
  [21, 0],
  [22, 1],
  [25, 2],
  [101, 0],
  [111, 2],
] as const;

type Forms<Names extends readonly string[]> = { readonly [Place in keyof Names]: string };
/** The words for each count, from the forms of both languages, in which # stands for the number. */
const words = (en: Forms<['one', 'other']>, uk: Forms<['one', 'few', 'many']>) => ({
  en: COUNTS.map(([count]) => en[count === 1 ? 0 : 1].replace('#', String(count))),
  uk: COUNTS.map(([count, form]) => uk[form].replace('#', String(count))),
});

const WORDS = {
  'nominations:summary.categories': words(
    ['# category', '# categories'],
    ['# категорія', '# категорії', '# категорій'],
  ),
  'nominations:summary.nominees': words(['# nominee', '# nominees'], ['# номінант', '# номінанти', '# номінантів']),
  'nominations:votedIn': words(
    ['You have voted in 1 of # category', 'You have voted in 1 of # categories'],
    [
      'Ви проголосували в\u00a01 з\u00a0# категорії',
      'Ви проголосували в\u00a01 з\u00a0# категорій',
      'Ви проголосували в\u00a01 з\u00a0# категорій',
    ],
  ),
  'nominations:won': words(['Winner: Ada', 'Winners: Ada'], ['Перемога: Ada', 'Переможці: Ada', 'Переможці: Ada']),
  'nominations:search.found': words(['# result', '# results'], ['# результат', '# результати', '# результатів']),
  'page:facts.votes': words(['vote', 'votes'], ['голос', 'голоси', 'голосів']),
  'page:facts.voters': words(
    ['person voted', 'people voted'],
    ['людина проголосувала', 'людини проголосували', 'людей проголосувало'],
  ),
  'page:facts.nominations': words(['nomination', 'nominations'], ['номінація', 'номінації', 'номінацій']),
  'page:facts.categories': words(['category', 'categories'], ['категорія', 'категорії', 'категорій']),
  'page:facts.nominees': words(['nominee', 'nominees'], ['номінант', 'номінанти', 'номінантів']),
} as const;

type Counted = keyof typeof WORDS;
const keys = Object.keys(WORDS).filter((key): key is Counted => key in WORDS);

/** The texts with plural forms. */
const formsIn = (namespace: string, texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text === 'object' && text !== null) return formsIn(namespace, text, `${path}${key}.`);
    return key.endsWith('_many') ? [`${namespace}:${path}${key.slice(0, -'_many'.length)}`] : [];
  });

beforeAll(() => startI18n('en'));

describe('I18-03 a counted word', () => {
  it('is covered by this test', () => {
    expect([...formsIn('nominations', nominations), ...formsIn('page', page)].sort()).toEqual([...keys].sort());
  });

  for (const language of LANGUAGES) {
    it.each(keys)(`has the plural form of its number, ${language}: %s`, (key) => {
      const t = i18next.getFixedT(language, ['nominations', 'page']);
      expect(COUNTS.map(([count]) => t(key, { count, voted: 1, names: 'Ada' }))).toEqual(WORDS[key][language]);
    });
  }
});
