import type { EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { describe, expect, it } from 'vitest';
import type { Fields } from '../../lib/draft-fields.ts';
import { applyEdits, valueAt } from './apply-edits.ts';

const nominee = (tag: string, more: object = {}) => ({ tag, name: tag, ...more });
const FIELDS: Fields = {
  edition: { year: 2026, texts: { hero: { title: { en: 'One', uk: 'Один' } } } },
  nominations: [
    {
      tag: 'duo',
      categories: [
        { tag: 'day', companies: [nominee('owl'), nominee('fox', { desc: { en: 'Red' } }), nominee('elk')] },
        { tag: 'night', companies: [nominee('owl')] },
        { tag: 'none' },
      ],
    },
    { tag: 'solo', categories: [] },
  ],
};
const DAY = 'nominations.duo.categories.day.companies';
const NONE = 'nominations.duo.categories.none.companies';
const NIGHT = 'nominations.duo.categories.night.companies';
const set = (field: string, after: FieldValue): EditionEdit => ({ kind: 'set', field, before: null, after });

/** The tags in a list. */
const tagsIn = (fields: Fields, list: string): string => {
  const items = list === 'nominations' ? fields.nominations : valueAt(fields, list);
  return JSON.stringify(items).replace(/"tag":"(\w+)"|./g, (_, tag?: string) => (tag ? `${tag} ` : ''));
};

describe('an edit of the fields', () => {
  it.each<[string, EditionEdit, string, FieldValue]>([
    ['sets a text', set('texts.hero.title.en', 'Two'), 'texts.hero.title', { en: 'Two', uk: 'Один' }],
    ['makes groups that are missing', set('phases.opens', '1'), 'phases', { opens: '1' }],
    ['removes a field', set('texts.hero.title.uk', null), 'texts.hero.title', { en: 'One' }],
    ['sets a field of a nominee', set(`${DAY}.fox.desc.uk`, 'Руда'), `${DAY}.fox.desc`, { en: 'Red', uk: 'Руда' }],
    [
      'divides a name of all languages',
      set(`${DAY}.owl.name.uk`, 'Сова'),
      `${DAY}.owl.name`,
      { en: 'owl', uk: 'Сова' },
    ],
    ['renames a nominee in all its categories', set(`${DAY}.owl.name.en`, 'Owl'), `${NIGHT}.owl.name.en`, 'Owl'],
    ['sets other fields in one category', set(`${DAY}.owl.link`, 'x'), `${NIGHT}.owl.link`, null],
    ['leaves a nominee alone that is not there', set(`${DAY}.bat.link`, 'x'), `${DAY}.bat`, null],
  ])('%s', (_what, edit, field, after) => {
    const edited = applyEdits(FIELDS, [edit]);
    expect(valueAt(edited, field)).toEqual(after);
  });

  it.each<[string, EditionEdit, string, string]>([
    ['adds at a place', { kind: 'add', list: DAY, item: nominee('bat'), at: 1 }, DAY, 'owl bat fox elk '],
    ['adds to a list that is missing', { kind: 'add', list: NONE, item: nominee('bat'), at: 0 }, NONE, 'bat '],
    ['adds no second item of a tag', { kind: 'add', list: NIGHT, item: nominee('owl'), at: 0 }, NIGHT, 'owl '],
    ['removes', { kind: 'remove', item: `${DAY}.fox` }, DAY, 'owl elk '],
    ['moves down', { kind: 'move', item: `${DAY}.owl`, list: DAY, at: 1 }, DAY, 'fox owl elk '],
    ['moves to another category', { kind: 'move', item: `${DAY}.fox`, list: NIGHT, at: 1 }, NIGHT, 'owl fox '],
    ['never moves onto the same tag', { kind: 'move', item: `${DAY}.owl`, list: NIGHT, at: 0 }, DAY, 'owl fox elk '],
    [
      'never moves out of the edition',
      { kind: 'move', item: `${DAY}.owl`, list: 'nominations.gone.categories.x.companies', at: 0 },
      DAY,
      'owl fox elk ',
    ],
    [
      'orders nominations',
      { kind: 'move', item: 'nominations.solo', list: 'nominations', at: 0 },
      'nominations',
      'solo duo day owl fox elk night owl none ',
    ],
  ])('%s', (_what, edit, list, tags) => {
    expect(tagsIn(applyEdits(FIELDS, [edit]), list)).toBe(tags);
  });

  it('changes nothing of what it was given', () => {
    const before = JSON.stringify(FIELDS);
    applyEdits(FIELDS, [set('year', 2027), { kind: 'remove', item: `${DAY}.fox` }]);
    expect(JSON.stringify(FIELDS)).toBe(before);
  });
});
