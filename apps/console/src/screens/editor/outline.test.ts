import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import { describe, expect, it } from 'vitest';
import { type Fields, fieldOf } from '../../lib/draft-fields.ts';
import { gapCount, newTag, outlineOf, problemsByField } from './outline.ts';

const BOTH = { en: 'Text', uk: 'Текст' };
const whole = { tag: 'owl', name: 'Owl', desc: BOTH, logo: 'owl.svg', link: 'https://owl.example' };
const fieldsWith = (...companies: object[]): Fields =>
  ({
    edition: { links: { social: [] } },
    nominations: [{ tag: 'duo', title: BOTH, categories: [{ tag: 'day', name: BOTH, companies }] }],
  }) as Fields;

const problem = (field: string, file = 'nominations/duo.yaml'): EditionProblem => ({
  ...{ file, line: 1, column: 1, field, message: 'is wrong', rule: 'empty' },
});
const gapsIn = (fields: Fields, problems: EditionProblem[] = []): string[] => {
  const [nomination] = outlineOf(fields, problemsByField(fields, problems));
  const gaps = nomination?.categories[0]?.nominees[0]?.gaps ?? [];
  return gaps.map(({ part, language }) => (language ? `${part} ${language}` : part));
};

describe('the gaps of a nominee', () => {
  it.each<[string, object, string[], string[]]>([
    ['nothing is missing', whole, [], []],
    ['a logo is missing', { ...whole, logo: null }, [], ['logo']],
    ['a text of one language is missing', { ...whole, desc: { en: 'Text', uk: ' ' } }, [], ['desc uk']],
    ['a picture has no text', { ...whole, picture: { file: 'a.png', alt: { en: 'A' } } }, [], ['alt uk']],
    ['everything is missing', { tag: 'owl' }, [], ['name en', 'name uk', 'desc en', 'desc uk', 'logo']],
    ['a field breaks a rule', whole, ['categories[0].companies[0].link'], ['link']],
    ['a text breaks a rule', whole, ['categories[0].companies[0].picture.alt.uk'], ['alt uk']],
    ['a whole field is missing', { ...whole, desc: null }, ['categories[0].companies[0].desc'], ['desc en', 'desc uk']],
    ['another nominee breaks a rule', whole, ['categories[0].companies[1].link'], []],
  ])('%s', (_what, nominee, broken, gaps) => {
    const fields = fieldsWith(nominee, { ...whole, tag: 'fox' });
    expect(
      gapsIn(
        fields,
        broken.map((field) => problem(field)),
      ),
    ).toEqual(gaps);
  });

  it('are counted in its category and nomination, with their own', () => {
    const empty: Fields = fieldsWith();
    const [nomination] = outlineOf(empty, problemsByField(empty, [problem('title.uk')]));
    expect(nomination && gapCount(nomination)).toBe(2);
    const [other] = outlineOf(fieldsWith({ ...whole, logo: null }), new Map());
    expect(other && gapCount(other)).toBe(1);
  });
});

it.each([
  [
    'nominations/duo.yaml',
    'categories[0].companies[0].desc.uk',
    'nominations.duo.categories.day.companies.owl.desc.uk',
  ],
  ['nominations/duo.yaml', 'categories[0].companies[7]', 'nominations.duo.categories.day.companies.7'],
  ['nominations/duo.yaml', '', 'nominations.duo'],
  ['edition.yaml', 'log.witnesses[1].url', 'log.witnesses.1.url'],
  ['logos/owl.svg', '', undefined],
])('the problem of %s at “%s” belongs to a field', (file, field, found) => {
  expect(fieldOf(fieldsWith(whole), problem(field, file))).toBe(found);
});

it.each([
  ['Kite & Rook', [], 'kite-rook'],
  [' Élan  Moon ', [], 'elan-moon'],
  ['Owl', ['owl', 'owl-2'], 'owl-3'],
])('the tag of “%s” is made of its letters', (name, taken, tag) => {
  expect(newTag(name, new Set(taken))).toBe(tag);
});

it('the tag of a name without Latin letters is a random one', () => {
  expect(newTag('Сова', new Set())).toMatch(/^n-[0-9a-f]{8}$/);
});
