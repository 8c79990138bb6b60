import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRejected, messagesFor, REQUIRED } from '../test/outcome.ts';
import { DEFAULT_BLOCKED_REGIONS, isBlockedRegion } from './blocked-regions.ts';
import { phoneField, phoneFieldFor } from './fields.ts';

const INVALID = 'Enter a valid phone number in international format';
const REGION = 'Invalid operator region';

const digits = fc.stringMatching(/^[1-9][0-9]{6,14}$/);
const plus = fc.constantFrom('', '+');
const codes = fc.array(fc.stringMatching(/^[1-9][0-9]{1,3}$/), { maxLength: 8 });
const subscriber = fc.stringMatching(/^[0-9]{6,11}$/);
const defaultPhone = phoneFieldFor(DEFAULT_BLOCKED_REGIONS);

describe('phone', () => {
  it('VA-05 accepts 7 to 15 digits that do not start with 0, and adds the plus', () => {
    fc.assert(
      fc.property(plus, digits, (sign, number) => expectAccepted(phoneField, `${sign}${number}`, `+${number}`)),
      { numRuns: 1000 },
    );
    expectAccepted(phoneField, ' 380671234567 ', '+380671234567');
  });

  it('VA-05 rejects fewer than 7 and more than 15 digits', () => {
    const number = (length: number): string => '3'.repeat(length);
    const wrong = [1, 6, 16, 17, 40].flatMap((length) => [number(length), `+${number(length)}`]);
    expectRejected(phoneField, wrong, INVALID);
    for (const length of [7, 15]) expectAccepted(phoneField, `+${number(length)}`);
  });

  it('VA-05 rejects a first 0, a second plus, letters and separators', () => {
    const withZero = fc.tuple(plus, digits).map(([sign, rest]) => `${sign}0${rest}`.slice(0, 15));
    expectRejected(phoneField, withZero, INVALID);
    const wrong = ['++380671234567', '380+671234567', '+38067123456a', '+380 67 123 45 67', '+380-671234567'];
    const others = ['(380)671234567', '٣٨٠٦٧١٢٣٤٥٦٧', '+', 'phone', '380671234567\n5'];
    expectRejected(phoneField, [...wrong, ...others], INVALID);
    expectRejected(phoneField, [''], REQUIRED);
  });
});

describe('blocked regions', () => {
  const listed = fc.tuple(fc.constantFrom(...DEFAULT_BLOCKED_REGIONS), subscriber, plus);

  it('VA-06 has 73 different codes of two to four digits in the default list', () => {
    expect(DEFAULT_BLOCKED_REGIONS).toHaveLength(73);
    expect(new Set(DEFAULT_BLOCKED_REGIONS).size).toBe(73);
    for (const code of DEFAULT_BLOCKED_REGIONS) expect(code).toMatch(/^[1-9]\d{1,3}$/);
  });

  it('VA-06 rejects a number that starts with a listed code, or with 7 and the rest of one', () => {
    const withCode = listed.map(([code, rest, sign]) => `${sign}${code}${rest}`);
    const withSeven = listed.map(([code, rest, sign]) => `${sign}7${code.slice(1)}${rest}`);
    expectRejected(defaultPhone, withCode, REGION, 500);
    expectRejected(defaultPhone, withSeven, REGION, 500);
  });

  it('VA-06 isBlockedRegion matches its rule for any list', () => {
    fc.assert(
      fc.property(codes, digits, (list, number) => {
        // The inverse of the rule: the prefixes of the number that would have to be listed.
        const prefixes = Array.from(number, (_digit, end) => number.slice(0, end + 1));
        const listed = prefixes.some((prefix) => list.includes(prefix));
        const sevenAndRest = number.startsWith('7') && list.some((code) => prefixes.includes(`7${code.slice(1)}`));
        expect(isBlockedRegion(number, list)).toBe(listed || sevenAndRest);
      }),
      { numRuns: 2000 },
    );
  });

  it('VA-06 rejects exactly the numbers of the rule', () => {
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

  it('VA-06 accepts Ukrainian numbers with the default list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9}$/), plus, (number, sign) =>
        expectAccepted(defaultPhone, `${sign}380${number}`, `+380${number}`),
      ),
      { numRuns: 1000 },
    );
  });

  it('VA-06 uses the list of the edition, also an empty one', () => {
    expectRejected(phoneFieldFor(['380']), ['+380671234567', '+780671234567'], REGION);
    expectAccepted(phoneFieldFor(['380']), '+2011234567');
    expectAccepted(phoneFieldFor([]), '+2011234567');
  });

  it('VA-06 checks the form of a number first', () => {
    expectRejected(defaultPhone, ['+20'], INVALID);
    expectRejected(defaultPhone, [''], REQUIRED);
  });
});
