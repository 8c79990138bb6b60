import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { canonicalPhone, otherSpellings } from './phone-number.ts';

const handsets: [country: string, canonical: string, ...others: string[]][] = [
  ['Ukraine', '+380501112233', '+3800501112233'],
  ['Mexico', '+525512345678', '+5215512345678', '+52015512345678', '+520445512345678', '+520455512345678'],
  ['Argentina', '+5491123456789', '+541123456789', '+54111523456789', '+5401123456789', '+54091123456789'],
  ['Argentina outside of Buenos Aires', '+5493514123456', '+543514123456', '+5403514123456', '+54351154123456'],
  ['the United Kingdom', '+447400123456', '+4407400123456'],
  ['Germany', '+4915123456789', '+49015123456789'],
  ['Hungary', '+36201234567', '+3606201234567'],
  ['Lithuania', '+37061234567', '+370861234567', '+370061234567'],
  ['Belarus', '+375291234567', '+37580291234567'],
  ['Russia', '+79161234567', '+789161234567'],
  ['Kazakhstan', '+77012345678', '+787012345678'],
  ['Brazil', '+5511987654321', '+551187654321', '+55011987654321', '+5501511987654321', '+5501187654321'],
  ['the north of Brazil, whose area codes begin with 9', '+5592987654321', '+559287654321', '+55092987654321'],
  ['the United States', '+12025550123', '+112025550123'],
  ['Colombia', '+573211234567', '+5703211234567', '+57033211234567'],
  ['Spain', '+34612345678', '+340612345678'],
  ['Poland', '+48512345678', '+480512345678'],
];

describe('one handset is one number', () => {
  it.each(handsets)('in %s', (_country, canonical, ...others) => {
    expect(canonicalPhone(canonical)).toBe(canonical);
    expect(others.map(canonicalPhone)).toEqual(others.map(() => canonical));
  });

  it.each([
    ['Italy keeps the 0 of a landline', '+390612345678'],
    ['a mobile of Italy has none', '+393123456789'],
    ['a landline of Brazil has eight digits', '+551132345678'],
    ['Ivory Coast begins mobiles with 0', '+2250123456789'],
    ['a number that no plan knows', '+999123456789'],
    ['a number too short for its plan', '+38067123'],
  ])('and other numbers stay unchanged: %s', (_why, phone) => {
    expect(canonicalPhone(phone)).toBe(phone);
  });

  it('does not change the example mobile of any country, and maps its other spellings to it', () => {
    const countries = getCountries();
    expect(countries.length).toBeGreaterThan(200);
    for (const country of countries) {
      const number = getExampleNumber(country, examples)?.number ?? '';
      expect(canonicalPhone(number), country).toBe(number);
      for (const spelling of otherSpellings(number)) {
        expect(canonicalPhone(spelling), `${country} ${spelling}`).toBe(number);
        expect(spelling).not.toBe(number);
      }
    }
  });

  it('lists the spellings under which an earlier release may have stored a verification', () => {
    expect(otherSpellings('+380501112233')).toContain('+3800501112233');
    expect(otherSpellings('+525512345678')).toEqual(
      expect.arrayContaining(['+5215512345678', '+52015512345678', '+520445512345678', '+520455512345678']),
    );
    expect(otherSpellings('+5491123456789')).toEqual(expect.arrayContaining(['+541123456789', '+5401123456789']));
    expect(otherSpellings('+5511987654321')).toEqual(expect.arrayContaining(['+551187654321', '+55011987654321']));
    expect(otherSpellings('+5592987654321')).toEqual(expect.arrayContaining(['+559287654321', '+55092987654321']));
    expect(otherSpellings('+390612345678')).not.toContain('+39612345678');
    expect(otherSpellings('+999123456789')).toEqual([]);
  });
});
