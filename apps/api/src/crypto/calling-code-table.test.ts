import { CALLING_CODES, callingCodeOfCountry, dropsTrunkZero } from '@laurel/contracts/calling-codes';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { canonicalPhone } from './phone-number.ts';

/** Groups of the table that are not libphonenumber's: Russia, Kazakhstan, Ukraine. */
const OWN_GROUPS = ['7', '380'];

const mobiles = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
const groupsOf = (international: string): number[] =>
  international
    .split(/\D+/)
    .slice(2)
    .map(({ length }) => length);

// The page has a small table instead of libphonenumber's metadata: both agree.
describe('the page’s table of calling codes', () => {
  it('has the countries and codes of the numbering plans', () => {
    const countries = CALLING_CODES.flatMap((each) => each.countries);
    expect(countries.toSorted()).toEqual(getCountries().toSorted());
    for (const country of getCountries()) {
      expect(callingCodeOfCountry(country)?.code, country).toBe(getCountryCallingCode(country));
    }
  });

  it('groups the example mobile of each code’s first country as its plan does', () => {
    for (const { code, groups, countries } of CALLING_CODES) {
      const mobile = mobiles.find(({ country }) => country === countries[0]);
      if (!mobile) throw new Error(`no example for ${countries[0]}`);
      const sum = groups.reduce((all, length) => all + length, 0);
      expect(sum, code).toBe(mobile.nationalNumber.length);
      if (!OWN_GROUPS.includes(code)) expect(groups, code).toEqual(groupsOf(mobile.formatInternational()));
    }
  });

  it('drops a zero after a code only where the canonical number has none', () => {
    expect(mobiles.length).toBeGreaterThan(200);
    for (const { country, number, nationalNumber, countryCallingCode } of mobiles) {
      const code = callingCodeOfCountry(country ?? '');
      if (!code || !dropsTrunkZero(code)) continue;
      expect(nationalNumber, country).not.toMatch(/^0/);
      expect(canonicalPhone(`+${countryCallingCode}0${nationalNumber}`), country).toBe(number);
    }
  });

  it.each([
    ['a landline of Rome', '+390612345678'],
    ['a landline of San Marino', '+3780549886377'],
    ['a mobile of Ivory Coast', '+2250123456789'],
    ['a mobile of Congo', '+242061234567'],
    ['a mobile of Gabon', '+24106031234'],
    ['a mobile of Benin', '+2290195123456'],
  ])('keeps a zero that belongs to the number: %s', (_what, phone) => {
    expect(canonicalPhone(phone)).toBe(phone);
    const code = CALLING_CODES.find((each) => phone.startsWith(`+${each.code}`));
    expect(code && dropsTrunkZero(code)).toBe(false);
  });
});
