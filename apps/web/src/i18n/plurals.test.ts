import { LANGUAGES } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from './i18n.ts';
import nominations from './locales/uk/nominations.json';
import page from './locales/uk/page.json';

/** Numbers for Ukrainian's three forms: 21 is like 1, 22 like 2, but 11 and 12 are like 5. */
const COUNTS = [1, 2, 5, 11, 12, 21, 22, 25, 101, 111] as const;

const english = (one: string, other: string) => COUNTS.map((count) => `${count} ${count === 1 ? one : other}`);

/** The words for each of these counts. */
const WORDS = {
  'nominations:summary.categories': {
    en: english('category', 'categories'),
    uk: ['1 категорія', '2 категорії', '5 категорій', '11 категорій', '12 категорій', '21 категорія'].concat([
      '22 категорії',
      '25 категорій',
      '101 категорія',
      '111 категорій',
    ]),
  },
  'nominations:summary.nominees': {
    en: english('nominee', 'nominees'),
    uk: ['1 номінант', '2 номінанти', '5 номінантів', '11 номінантів', '12 номінантів', '21 номінант'].concat([
      '22 номінанти',
      '25 номінантів',
      '101 номінант',
      '111 номінантів',
    ]),
  },
  'nominations:votedIn': {
    en: COUNTS.map((count) => `You have voted in 1 of ${count} ${count === 1 ? 'category' : 'categories'}`),
    uk: COUNTS.map(
      (count) =>
        `Ви проголосували в\u00a01 з\u00a0${count} ${[1, 21, 101].includes(count) ? 'категорії' : 'категорій'}`,
    ),
  },
  'nominations:won': {
    en: COUNTS.map((count) => (count === 1 ? 'Winner: Ada' : 'Winners: Ada')),
    uk: COUNTS.map((count) => ([1, 21, 101].includes(count) ? 'Перемога: Ada' : 'Переможці: Ada')),
  },
  'nominations:runnersUp': {
    en: COUNTS.map((count) => (count === 1 ? 'Runner-up: Ada' : 'Runners-up: Ada')),
    uk: COUNTS.map((count) => ([1, 21, 101].includes(count) ? 'Наступне місце: Ada' : 'Наступні місця: Ada')),
  },
  'page:facts.votes': {
    en: COUNTS.map((count) => (count === 1 ? 'vote' : 'votes')),
    uk: ['голос', 'голоси', 'голосів', 'голосів', 'голосів', 'голос', 'голоси', 'голосів', 'голос', 'голосів'],
  },
  'page:facts.voters': {
    en: COUNTS.map((count) => (count === 1 ? 'person voted' : 'people voted')),
    uk: [
      'людина проголосувала',
      'людини проголосували',
      'людей проголосувало',
      'людей проголосувало',
      'людей проголосувало',
      'людина проголосувала',
      'людини проголосували',
      'людей проголосувало',
      'людина проголосувала',
      'людей проголосувало',
    ],
  },
  'nominations:search.found': {
    en: english('result', 'results'),
    uk: ['1 результат', '2 результати', '5 результатів', '11 результатів', '12 результатів', '21 результат'].concat([
      '22 результати',
      '25 результатів',
      '101 результат',
      '111 результатів',
    ]),
  },
  'page:facts.nominations': {
    en: COUNTS.map((count) => (count === 1 ? 'nomination' : 'nominations')),
    uk: ['номінація', 'номінації', 'номінацій', 'номінацій', 'номінацій', 'номінація'].concat([
      'номінації',
      'номінацій',
      'номінація',
      'номінацій',
    ]),
  },
  'page:facts.categories': {
    en: COUNTS.map((count) => (count === 1 ? 'category' : 'categories')),
    uk: ['категорія', 'категорії', 'категорій', 'категорій', 'категорій', 'категорія'].concat([
      'категорії',
      'категорій',
      'категорія',
      'категорій',
    ]),
  },
  'page:facts.nominees': {
    en: COUNTS.map((count) => (count === 1 ? 'nominee' : 'nominees')),
    uk: ['номінант', 'номінанти', 'номінантів', 'номінантів', 'номінантів', 'номінант'].concat([
      'номінанти',
      'номінантів',
      'номінант',
      'номінантів',
    ]),
  },
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
      expect(COUNTS.map((count) => t(key, { count, voted: 1, names: 'Ada' }))).toEqual(WORDS[key][language]);
    });
  }
});
