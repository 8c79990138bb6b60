import { describe, expect, it } from 'vitest';
import { CALLING_CODES, callingCodeIn, callingCodeOfCountry, dropsTrunkZero } from './calling-codes.ts';

describe('the table of calling codes', () => {
  it('VA-05 has every code and every country once, with groups that fit into fifteen digits', () => {
    const codes = CALLING_CODES.map(({ code }) => code);
    const countries = CALLING_CODES.flatMap((each) => each.countries);
    expect(codes.length).toBeGreaterThan(190);
    expect(new Set(codes).size).toBe(codes.length);
    expect(countries.length).toBeGreaterThan(230);
    expect(new Set(countries).size).toBe(countries.length);
    for (const { code, groups, countries: listed } of CALLING_CODES) {
      expect(code).toMatch(/^[1-9]\d{0,2}$/);
      for (const country of listed) expect(country).toMatch(/^[A-Z]{2}$/);
      for (const length of groups) expect(length, code).toBeGreaterThan(0);
      expect(code.length + groups.reduce((sum, length) => sum + length, 0), code).toBeLessThanOrEqual(15);
    }
  });

  it('has no code that is the beginning of another one', () => {
    const codes = CALLING_CODES.map(({ code }) => code);
    for (const code of codes) {
      expect(
        codes.filter((other) => other.startsWith(code)),
        code,
      ).toEqual([code]);
    }
  });

  it.each([
    ['380671234567', '380'],
    ['12025550123', '1'],
    ['447400123456', '44'],
    ['390612345678', '39'],
    ['7', '7'],
  ])('finds the code of %s', (digits, code) => {
    expect(callingCodeIn(digits)?.code).toBe(code);
  });

  it.each(['', '38', '671234567', '999123'])('finds none in %j', (digits) => {
    expect(callingCodeIn(digits)).toBeUndefined();
  });

  it('finds the code of a country, shared codes too', () => {
    expect(['UA', 'US', 'CA', 'KZ', 'VA'].map((country) => callingCodeOfCountry(country)?.code)).toEqual([
      '380',
      '1',
      '1',
      '7',
      '39',
    ]);
    expect(callingCodeOfCountry('??')).toBeUndefined();
  });

  it.each([
    ['UA', true],
    ['GB', true],
    ['DE', true],
    ['IT', false],
    ['CI', false],
    ['HU', false],
    ['BR', false],
  ])('knows whether a zero after the code of %s is a trunk prefix: %s', (country, drops) => {
    const code = callingCodeOfCountry(country);
    expect(code && dropsTrunkZero(code)).toBe(drops);
  });
});
