import { EDITION_FIELDS, NOMINATION_FIELDS } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../i18n/i18n.ts';
import { fieldOf } from '../../lib/draft-fields.ts';
import { namesOf } from '../../lib/draft-names.ts';
import { changeWords, effectOf, placeInEditor } from './change-words.ts';

const CATEGORY = 'nominations.best-duo.categories.news';
const NOMINEE = `${CATEGORY}.companies.kite-rook`;
const EDITION = { log: { witnesses: [{}, {}] } };
const NOMINATIONS = [
  {
    tag: 'best-duo',
    title: { en: 'Best duo', uk: 'Найкращий дует' },
    categories: [
      {
        tag: 'news',
        name: { en: 'News', uk: 'Новини' },
        companies: [
          { tag: 'kite-rook', name: 'Kite & Rook' },
          { tag: 'owl', name: { en: 'Owl', uk: 'Сова' } },
        ],
      },
    ],
  },
];

const wordsIn = async (language: Language) => {
  await startI18n(language);
  await Promise.all([loadTexts('edition'), loadTexts('edition-form')]);
  return changeWords(i18next.getFixedT(language, 'edition'), language, namesOf(NOMINATIONS, language).byPath);
};

const ABOVE = { nomination: 'nominations.best-duo', category: CATEGORY, nominee: NOMINEE };
/** Every field of the schema, as a difference names it. */
const FIELDS = [
  ...EDITION_FIELDS,
  ...(['nomination', 'category', 'nominee'] as const).flatMap((of) =>
    NOMINATION_FIELDS[of].map((field) => ({ localized: undefined, ...field, path: `${ABOVE[of]}.${field.path}` })),
  ),
].flatMap(({ path, localized }) => (localized ? LANGUAGES.map((language) => `${path}.${language}`) : [path]));

/** A field, its values, and what is said in English and in Ukrainian. */
const SAID = [
  [
    `${NOMINEE}.desc.uk`,
    'a',
    'b',
    'Nominee Kite & Rook: description changed in Ukrainian',
    'Номінант «Kite & Rook»: змінено опис українською',
  ],
  [`${NOMINEE}.logo`, 'a.svg', 'b.svg', 'Nominee Kite & Rook: logo changed', 'Номінант «Kite & Rook»: змінено логотип'],
  [
    `${NOMINEE}.video`,
    'none',
    'https://a.example',
    'Nominee Kite & Rook: video added',
    'Номінант «Kite & Rook»: додано відео',
  ],
  [
    `${CATEGORY}.companies.gone.link`,
    'https://a.example',
    'none',
    'Nominee gone: link removed',
    'Номінант «gone»: прибрано посилання',
  ],
  [
    `${CATEGORY}.name.en`,
    'a',
    'b',
    'Category News: name changed in English',
    'Категорія «Новини»: змінено назву англійською',
  ],
  [
    'nominations.best-duo.backgroundName',
    '',
    'sphere',
    'Nomination Best duo: background changed',
    'Номінація «Найкращий дует»: змінено тло',
  ],
  [
    `${CATEGORY}.companies (order)`,
    'owl, kite-rook',
    'kite-rook, owl',
    'Category News: the order of its nominees',
    'Категорія «Новини»: порядок номінантів',
  ],
  [
    'nominations.best-duo.categories (order)',
    'a, b',
    'b, a',
    'Nomination Best duo: the order of its categories',
    'Номінація «Найкращий дует»: порядок категорій',
  ],
  ['nominations (order)', 'a, b', 'b, a', 'The order of the nominations', 'Порядок номінацій'],
  [
    'texts.hero.title.uk',
    'a',
    'b',
    'Top of the page: “Large title” changed in Ukrainian',
    'Верх сторінки: змінено «Великий заголовок» українською',
  ],
  ['supportEmail', 'a@a.example', 'b@b.example', '“Address for help” changed', 'Змінено «Адреса для допомоги»'],
  [
    'edition',
    'of an earlier release',
    'of this release',
    'The edition was stored by an earlier release',
    'Випуск зберіг попередній реліз',
  ],
] as const;

describe('changes in words', () => {
  it.each(SAID)('%s', async (field, before, after, english, ukrainian) => {
    const change = { field, before, after };
    expect((await wordsIn('en')).sentence(change)).toBe(english);
    expect((await wordsIn('uk')).sentence(change).replaceAll('\u00a0', ' ')).toBe(ukrainian);
  });

  it.each(LANGUAGES)('name every field of the schema in “%s”, and none by its path', async (language) => {
    const words = await wordsIn(language);
    const sentences = FIELDS.map((field) => words.sentence({ field, before: 'a', after: 'b' }));
    for (const sentence of sentences) expect(sentence).not.toMatch(/\w\.\w|\{\{|undefined/);
    expect(new Set(sentences).size).toBe(FIELDS.length);
  });

  it('say a name that changed in two categories once', async () => {
    const [first, second] = ['news', 'talk'].map((tag) => ({
      field: `nominations.best-duo.categories.${tag}.companies.kite-rook.name.en`,
      before: 'Kite',
      after: 'Kite & Rook',
    }));
    expect(first && second && (await wordsIn('en')).distinct([first, second])).toHaveLength(1);
  });

  it.each([
    [`${NOMINEE}.name.en`, 'meaning'],
    [`${NOMINEE}.desc.en`, 'none'],
    ['results.visibility', 'counting'],
    ['phases.votingClosesAt', 'times'],
    ['texts.name.en', 'none'],
    ['links.rules', 'none'],
  ])('say what %s does to votes', (field, effect) => {
    expect(effectOf(field)).toBe(effect);
  });

  it.each([
    [
      { field: 'results.visibility', before: 'live', after: 'hidden' },
      'Percentages while people vote',
      'No percentages before the winners',
    ],
    [
      { field: 'phases.votingClosesAt', before: 'none', after: '2026-12-01T18:00:00.000Z' },
      'none',
      '1 December 2026 at 20:00 EET',
    ],
    [{ field: 'blockedRegions', before: '93, 355', after: '355, 380' }, 'Afghanistan +93', 'Ukraine +380'],
    [
      { field: `${CATEGORY}.companies (order)`, before: 'owl, kite-rook', after: 'kite-rook, owl' },
      'Owl, Kite & Rook',
      'Kite & Rook, Owl',
    ],
    [
      {
        field: 'sponsors',
        before: '{"name":"A; B","logo":"a.svg","link":"https://a.example"}',
        after: '{"name":"A; B","logo":"a.svg"}, {"name":"C","logo":"c.svg"}',
      },
      'A; B · https://a.example',
      'A; B; C',
    ],
    [{ field: `${CATEGORY}.sponsors`, before: 'none', after: '{"name":"A","logo":"a.svg"}' }, 'none', 'A'],
    [
      {
        field: 'faq',
        before: 'none',
        after: '{"question":{"en":"Why?","uk":"Чому?"},"answer":{"en":"< 5","uk":"< 5"}}',
      },
      'none',
      'Why? · < 5',
    ],
    [{ field: 'nominations.best-duo.backgroundName', before: '', after: 'radiance' }, 'None', 'Rays'],
  ])('say the values of $field', async (change, before, after) => {
    const values = (await wordsIn('en')).values(change);
    expect(values?.before).toBe(before);
    expect(values?.after.replace('GMT+2', 'EET')).toBe(after);
  });

  it('say no values of a list in which only a logo changed', async () => {
    const change = { field: 'sponsors', before: '{"name":"A","logo":"a.svg"}', after: '{"name":"A","logo":"b.svg"}' };
    expect((await wordsIn('en')).values(change)).toBeUndefined();
  });

  it.each([
    ['edition.yaml', 'sponsors[0].logo', 'Sponsors', 'edition.look'],
    ['nominations/best-duo.yaml', 'categories[0].sponsors[0].name', 'Category News: sponsors', CATEGORY],
    ['edition.yaml', 'texts.hero.title.uk', 'Top of the page: Large title in Ukrainian', 'edition.texts'],
    ['edition.yaml', 'phases', 'Dates', 'edition.dates'],
    ['edition.yaml', 'log.witnesses[1].url', 'Public log: Witnesses', 'edition.log'],
    ['edition.yaml', 'supportEmail', 'Address for help', 'edition.rules'],
    ['nominations/best-duo.yaml', 'title.en', 'Nomination Best duo: title in English', 'nominations.best-duo'],
    ['nominations/best-duo.yaml', 'categories[0].companies', 'Category News: nominees', CATEGORY],
    [
      'nominations/best-duo.yaml',
      'categories[0].companies[0].desc.en',
      'Nominee Kite & Rook: description in English',
      NOMINEE,
    ],
    ['nominations/best-duo.yaml', 'categories[0].companies[0]', 'Nominee Kite & Rook', NOMINEE],
  ])('name the field of a problem in %s at %s, and where the editor shows it', async (file, field, name, at) => {
    const path = fieldOf({ edition: EDITION, nominations: NOMINATIONS }, { file, field }) ?? '';
    expect((await wordsIn('en')).fieldName(path)).toBe(name);
    expect(placeInEditor(path)).toBe(at);
  });
});
