import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectTaken, messagesFor } from '../test/outcome.ts';
import { DEFAULT_BLOCKED_REGIONS, isBlockedRegion } from './blocked-regions.ts';
import { phoneField, phoneFieldFor } from './fields.ts';
import { PHONE_DIGITS_MAX, PHONE_DIGITS_MIN, PHONE_INPUT_MAX } from './limits.ts';

const INVALID = 'Enter a valid phone number in international format';
const REGION = 'Invalid operator region';

const digits = fc.stringMatching(/^[1-9][0-9]{6,14}$/);
const plus = fc.constantFrom('', '+');
const codes = fc.array(fc.stringMatching(/^[1-9][0-9]{1,3}$/), { maxLength: 8 });
const subscriber = fc.stringMatching(/^[0-9]{6,11}$/);
const defaultPhone = phoneFieldFor(DEFAULT_BLOCKED_REGIONS);

describe('phone', () => {
  it('VA-05 7 to 15 digits that do not start with 0, with or without a plus, are a phone and get the plus', () => {
    fc.assert(
      fc.property(plus, digits, (sign, number) => expectTaken(phoneField, `${sign}${number}`, `+${number}`)),
      { numRuns: 1000 },
    );
  });

  it('VA-05 the bounds are 7 and 15 digits, and 16 characters hold the longest', () => {
    const number = (length: number): string => '3'.repeat(length);
    for (const length of [1, 6, 16, 17, 40]) {
      expect(messagesFor(phoneField, number(length))).toEqual([INVALID]);
      expect(messagesFor(phoneField, `+${number(length)}`)).toEqual([INVALID]);
    }
    for (const length of [7, 15]) expectTaken(phoneField, `+${number(length)}`);
    expect([PHONE_DIGITS_MIN, PHONE_DIGITS_MAX, PHONE_INPUT_MAX]).toEqual([7, 15, `+${number(15)}`.length]);
  });

  it('VA-05 a first 0, a second plus, a letter or a separator is refused; blanks around are not', () => {
    fc.assert(
      fc.property(plus, digits, (sign, rest) => {
        expect(messagesFor(phoneField, `${sign}0${rest}`.slice(0, 15))).toEqual([INVALID]);
      }),
    );
    for (const phone of [
      '++380671234567',
      '380+671234567',
      '+38067123456a',
      '+380 67 123 45 67',
      '+380-671234567',
      '(380)671234567',
      '٣٨٠٦٧١٢٣٤٥٦٧',
      '+',
      'phone',
      '380671234567\n5',
    ])
      expect(messagesFor(phoneField, phone), phone).toEqual([INVALID]);
    expectTaken(phoneField, ' 380671234567 ', '+380671234567');
    expect(messagesFor(phoneField, '')).toEqual(['This field is required']);
  });
});

describe('blocked regions', () => {
  it('VA-06 the default list has 73 different codes of two digits or more', () => {
    expect(DEFAULT_BLOCKED_REGIONS).toHaveLength(73);
    expect(new Set(DEFAULT_BLOCKED_REGIONS).size).toBe(73);
    for (const code of DEFAULT_BLOCKED_REGIONS) expect(code).toMatch(/^[1-9]\d{1,3}$/);
  });

  it('VA-06 a number that starts with a listed code is refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DEFAULT_BLOCKED_REGIONS), subscriber, plus, (code, rest, sign) => {
        expect(messagesFor(defaultPhone, `${sign}${code}${rest}`)).toEqual([REGION]);
      }),
      { numRuns: 500 },
    );
  });

  it('VA-06 so is one that starts with 7 and the rest of a listed code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DEFAULT_BLOCKED_REGIONS), subscriber, plus, (code, rest, sign) => {
        expect(messagesFor(defaultPhone, `${sign}7${code.slice(1)}${rest}`)).toEqual([REGION]);
      }),
      { numRuns: 500 },
    );
  });

  it('VA-06 any other number is not: the rule says no more than that, for any list', () => {
    fc.assert(
      fc.property(codes, digits, (list, number) => {
        // The rule put the other way round: which prefixes of the number would have to be listed.
        const prefixes = Array.from(number, (_digit, end) => number.slice(0, end + 1));
        const listed = prefixes.some((prefix) => list.includes(prefix));
        const sevenAndRest =
          number.startsWith('7') && list.some((code) => prefixes.includes(`7${code.slice(1)}`) && code.length > 1);
        expect(isBlockedRegion(number, list)).toBe(listed || sevenAndRest);
      }),
      { numRuns: 2000 },
    );
  });

  it('VA-06 the form and the server agree: the field refuses exactly what the rule names', () => {
    const anyNumber = fc.oneof(
      digits,
      fc.tuple(fc.constantFrom(...DEFAULT_BLOCKED_REGIONS, '7'), subscriber).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.oneof(codes, fc.constant([...DEFAULT_BLOCKED_REGIONS])), anyNumber, plus, (list, number, sign) => {
        const expected = isBlockedRegion(number, list) ? [REGION] : [];
        expect(messagesFor(phoneFieldFor(list), `${sign}${number}`)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('VA-06 a Ukrainian number is never refused by the default list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9}$/), (number) => {
        expectTaken(defaultPhone, `+380${number}`);
        expectTaken(defaultPhone, `380${number}`, `+380${number}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('VA-06 an edition may bring its own list, an empty one too', () => {
    expect(messagesFor(phoneFieldFor(['380']), '+380671234567')).toEqual([REGION]);
    expect(messagesFor(phoneFieldFor(['380']), '+780671234567')).toEqual([REGION]);
    expectTaken(phoneFieldFor(['380']), '+2011234567');
    expectTaken(phoneFieldFor([]), '+2011234567');
  });

  it('VA-06 a number of the wrong form is told about its form first', () => {
    expect(messagesFor(defaultPhone, '+20')).toEqual([INVALID]);
    expect(messagesFor(defaultPhone, '')).toEqual(['This field is required']);
  });
});
