import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { describe, expect, it } from 'vitest';
import { countriesIn, countryName, countryOf, homeCountry, searchCountries } from './countries.ts';

describe('the country of a number', () => {
  it.each([
    ['', 'UA', 'UA'],
    ['0', 'PL', 'PL'],
    ['+', undefined, undefined],
    ['+3', 'UA', undefined],
    ['+48512', 'UA', 'PL'],
    ['+1202', 'UA', 'US'],
    ['+1202', 'CA', 'CA'],
    ['+999', 'UA', undefined],
  ])('of %j, after %s was chosen, is %s', (phone, chosen, country) => {
    expect(countryOf(phone, chosen)).toBe(country);
  });

  it('is Ukraine at first, unless the edition blocks it', () => {
    expect(homeCountry(DEFAULT_BLOCKED_REGIONS)).toBe('UA');
    expect(homeCountry(['380'])).toBeUndefined();
  });
});

describe('the list of countries', () => {
  const english = countriesIn('en', []);
  const ukrainian = countriesIn('uk', []);
  const names = (query: string, list = english) => searchCountries(list, query).map(({ name }) => name);

  it('has every country in the page’s language, in its alphabet', () => {
    expect(english.length).toBeGreaterThan(230);
    expect(ukrainian).toHaveLength(english.length);
    expect(english[0]?.name).toBe('Afghanistan');
    expect(ukrainian[0]?.name).toBe('Австралія');
    expect(ukrainian.at(-1)?.name).toMatch(/^Я/);
    for (const { iso, name } of [...english, ...ukrainian]) expect(name, iso).not.toBe(iso);
    expect([countryName('UA', 'en'), countryName('UA', 'uk')]).toEqual(['Ukraine', 'Україна']);
  });

  it('VA-06 lacks the countries whose numbers the edition blocks', () => {
    const isos = countriesIn('en', DEFAULT_BLOCKED_REGIONS).map(({ iso }) => iso);
    expect(isos).toContain('UA');
    expect(isos).not.toContain('EG');
    expect(isos).not.toContain('IN');
  });

  it.each([
    ['ukr', ['Ukraine']],
    ['  UKRAINE ', ['Ukraine']],
    ['ua', ['Ukraine']],
    ['reunion', ['Réunion']],
    ['380', ['Ukraine']],
    ['+380', ['Ukraine']],
    ['kingdom', ['United Kingdom']],
    ['44', ['United Kingdom', 'Guernsey', 'Isle of Man', 'Jersey']],
    ['nowhere', []],
  ])('the search for %j finds %j', (query, found) => {
    expect(names(query)).toEqual(found);
  });

  it('finds names in the page’s language and in English, and every country without a search', () => {
    expect(names('польща', ukrainian)).toEqual(['Польща']);
    expect(names('poland', ukrainian)).toEqual(['Польща']);
    expect(names('', ukrainian)).toHaveLength(ukrainian.length);
  });

  it('lists the names that begin with the search first', () => {
    const found = names('south');
    expect(found.slice(0, 3)).toEqual(['South Africa', 'South Korea', 'South Sudan']);
    expect(names('guinea')).toEqual(['Guinea', 'Guinea-Bissau', 'Equatorial Guinea', 'Papua New Guinea']);
  });
});
