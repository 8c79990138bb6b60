import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { HONEST_CROWDS, type ReasonFound, reasonFoundSchema } from './cluster-records.ts';
import { againstText, reasonText, traitText } from './cluster-texts.ts';
import { namesPerson } from './names-person.ts';

const reasonOf = (more: Partial<ReasonFound>): ReasonFound =>
  reasonFoundSchema.parse({
    ...{ signal: 'numbers_in_a_row', what: 'run', value: '', count: 38, of: 41, base: 0.0003, exponent: 12 },
    ...more,
  });
const said = (more: Partial<ReasonFound>) => [reasonText('en', reasonOf(more)), reasonText('uk', reasonOf(more))];

describe('the sentence of a reason', () => {
  it('says how many share what, its value, and how common that is', () => {
    expect(said({ value: '+380 67 555' })).toEqual([
      '38 of 41 people have phone numbers in one row (+380 67 555); among everyone else, 0.03% do.',
      'У 38 із 41 людини номери телефону йдуть поспіль (+380 67 555); серед решти — у 0,03%.',
    ]);
  });

  it.each([
    [21, 'людини'],
    [22, 'людей'],
    [11, 'людей'],
    [100, 'людей'],
    [1_001, 'людини'],
  ])('has the form of the noun that %i takes', (of, form) => {
    expect(reasonText('uk', reasonOf({ of })).replace(/\s/g, ' ')).toMatch(new RegExp(`із [\\d ]+ ${form} `));
  });

  it.each([
    [{ what: 'emailStep', value: '41.7' }, '42 seconds', '42 секунди'],
    [{ what: 'silence', value: '10800' }, '3 hours', '3 години'],
    [{ what: 'silence', value: '432000' }, '5 days', '5 днів'],
    [{ what: 'voted', value: '2026-11-24T17:50:00.000Z' }, '24 Nov, 19:50', '24 лист., 19:50'],
    [{ what: 'telegramAge', value: '2025' }, '2025', '2025'],
  ])('writes the value of %j as people read it', (more, en, uk) => {
    const [english = '', ukrainian = ''] = said(more);
    expect(english).toContain(`(${en})`);
    expect(ukrainian.replaceAll('\u00a0', ' ')).toContain(`(${uk})`);
  });

  it('never says that something happens to nobody, and needs no value for who voted only here', () => {
    expect(said({ base: 0.000_001 })[0]).toMatch(/less than 0\.01% do\.$/);
    expect(said({ signal: 'only_here', what: 'ballot', value: 'one', base: 0.17 })).toEqual([
      '38 of 41 people voted here and nowhere else; among everyone else, 17% do.',
      'У 38 із 41 людини це єдиний голос; серед решти — у 17%.',
    ]);
  });

  it('can be published without its value, and says of an unknown trait that it is shared', () => {
    expect(said({}).some(namesPerson)).toBe(false);
    expect(traitText('en', reasonOf({ what: 'shoes' }))).toBe('share one more thing');
  });

  it('has words of its own for each trait', () => {
    const traits =
      `run inRow prefix mailboxShape mailDomain nameShape emailStep factorStep phoneStep socialStep network voteNetwork
      agent zone telegramAge followers carrier registered voted silence ballot other`.split(/\s+/);
    for (const language of LANGUAGES) {
      const texts = traits.map((what) => traitText(language, reasonOf({ what })));
      expect(new Set(texts).size, language).toBe(traits.length);
    }
  });
});

it.each(HONEST_CROWDS)('the sentence of %s has its numbers', (signal) => {
  expect(againstText('en', { signal, count: 1_140, of: 1_200 })).toMatch(/^1,140 of 1,200 people .+\.$/);
  expect(againstText('uk', { signal, count: 300, of: 312 })).toMatch(/^У 300 із 312 людей .+\.$/);
});
