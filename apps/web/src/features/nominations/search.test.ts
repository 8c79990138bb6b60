import { describe, expect, it } from 'vitest';
import { category, nomination, company as nominee } from '../../testing/edition.ts';
import type { Nomination } from './flow.ts';
import { searchNominees } from './search.ts';

const company = (tag: string, en: string, uk = en) => nominee(en, { tag, name: { en, uk } });

const kite = company('kite', 'Kite & Rook');
const PAGE: readonly Nomination[] = [
  nomination(
    'partner',
    category('gambling', company('third', 'Third Shift'), kite),
    category('betting', kite, company('cafe', 'Café Müller')),
  ),
  nomination(
    'voice',
    category(
      'all',
      company('lark', 'Lark', 'Ларина'),
      company('daryna', 'Daryna Kolosivska', 'Дарина Колосівська'),
      company('wind', 'Wind Reader', 'Соломія Вітролюб'),
      company('porch', 'Porch', 'Ґанок Мар’яни'),
      company('works', 'Shift Works'),
      company('duo', 'Simka × Moonferry'),
      company('band', '!!!'),
      company('fire', '🔥❤️'),
    ),
  ),
];

const found = (query: string): string[] =>
  searchNominees(PAGE, query).map(({ category: { tag }, company: nominee }) => `${tag}/${nominee.tag}`);

describe('the search over all nominees', () => {
  it('finds a name in every nomination and category, in the page’s order', () => {
    expect(found('kite')).toEqual(['gambling/kite', 'betting/kite']);
    expect(found('kite & rook')).toEqual(['gambling/kite', 'betting/kite']);
    expect(found('rook kite')).toEqual(['gambling/kite', 'betting/kite']);
  });

  it('finds a name in either language, whatever the language of the page', () => {
    expect(found('колосівська')).toEqual(['all/daryna']);
    expect(found('Kolosivska')).toEqual(['all/daryna']);
  });

  it.each([
    ['capitals', 'DARYNA', 'all/daryna'],
    ['accents', 'cafe muller', 'betting/cafe'],
    ['accents that were typed', 'Да́рина Колосі́вська', 'all/daryna'],
    ['the dots of Ukrainian letters', 'колосивська', 'all/daryna'],
    ['apostrophes', 'маряни', 'all/porch'],
    ['another apostrophe', "мар'яни", 'all/porch'],
    ['the letter ґ', 'ганок', 'all/porch'],
    ['signs between words', 'simka × ', 'all/duo'],
    ['blanks between words', 'moonferry   simka', 'all/duo'],
    ['a name as one word', 'ганокмаряни', 'all/porch'],
  ])('ignores %s', (_, query, nominee) => {
    expect(found(query)).toEqual([nominee]);
  });

  it.each([
    ['a wrong letter', 'дсрина'],
    ['a missing letter', 'дрина'],
    ['an additional letter', 'даррина'],
    ['two swapped letters', 'адрина'],
    ['a wrong letter in a beginning', 'дсри'],
  ])('finds a name with %s', (_, query) => {
    expect(found(query)).toEqual(['all/daryna']);
  });

  it('allows no wrong letter in a short word, and no two wrong letters in any word', () => {
    expect(found('дср')).toEqual([]);
    expect(found('дсрнаи')).toEqual([]);
  });

  it('puts the beginning of a name before a later word, and a typo last', () => {
    expect(found('shift')).toEqual(['all/works', 'gambling/third']);
    expect(found('дарина')).toEqual(['all/daryna', 'all/lark']);
  });

  it('requires every word', () => {
    expect(found('kite moon')).toEqual([]);
  });

  it('finds signs and emoji only if nothing else was typed', () => {
    expect([found('!!'), found('🔥'), found('❤')]).toEqual([['all/band'], ['all/fire'], ['all/fire']]);
    expect(found('×')).toEqual(['all/duo']);
    expect([found(''), found('  '), found('&*.')]).toEqual([[], [], []]);
  });
});
