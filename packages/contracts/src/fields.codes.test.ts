import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectTaken, messagesFor } from '../test/outcome.ts';
import { backupCodeField, codeField, twoFactorCodeField } from './fields.ts';
import { CODE_LENGTH } from './limits.ts';

const DIGITS = 'Code must contain only digits';
const sixDigits = fc.stringMatching(/^[0-9]{6}$/);
const otherLength = fc.oneof(fc.stringMatching(/^[0-9]{1,5}$/), fc.stringMatching(/^[0-9]{7,12}$/));
const withOther = fc
  .tuple(
    fc.stringMatching(/^[0-9]{0,4}$/),
    fc.constantFrom('a', 'O', '-', '.', '+', 'é', '٣', '３', ' ', '\n'),
    fc.stringMatching(/^[0-9]{1,4}$/),
  )
  .map(([before, other, after]) => `1${before}${other}${after}`);

describe.each([
  ['VA-07 email and phone code', codeField, 'Code must contain 6 digits'],
  ['VA-08 two-factor code', twoFactorCodeField, 'Code must be 6 digits'],
])('%s', (id, field, length) => {
  it(`${id}: six digits pass, leading zeros kept, blanks around trimmed`, () => {
    fc.assert(fc.property(sixDigits, (code) => expectTaken(field, ` ${code}\n`, code)));
    expectTaken(field, '000000');
    expect(CODE_LENGTH).toBe(6);
  });

  it(`${id}: any other count of digits is told the count`, () => {
    fc.assert(
      fc.property(otherLength, (code) => {
        expect(messagesFor(field, code)).toEqual([length]);
      }),
    );
  });

  it(`${id}: anything but digits is told so first`, () => {
    fc.assert(
      fc.property(withOther, (code) => {
        expect(messagesFor(field, code)).toEqual([DIGITS]);
      }),
    );
  });

  it(`${id}: it is required, and a number is not a text`, () => {
    expect(messagesFor(field, '')).toEqual(['This field is required']);
    expect(messagesFor(field, 123456)).toEqual(['This field is required']);
  });
});

describe('backup code', () => {
  const code = fc.stringMatching(/^[A-Z2-7]{10}$/);
  const INVALID = 'A backup code has 10 letters and digits';

  it('ten base32 characters pass, in any case, however grouped', () => {
    fc.assert(
      fc.property(
        code,
        fc.integer({ min: 0, max: 10 }),
        fc.constantFrom('', '-', ' ', ' - ', '\t'),
        fc.boolean(),
        (all, at, gap, small) => {
          const grouped = `${all.slice(0, at)}${gap}${all.slice(at)}`;
          expectTaken(backupCodeField, small ? grouped.toLowerCase() : grouped, all);
        },
      ),
    );
  });

  it('another length or another character is refused', () => {
    const wrong = fc.oneof(
      fc.stringMatching(/^[A-Z2-7]{1,9}$/),
      fc.stringMatching(/^[A-Z2-7]{11,20}$/),
      fc.stringMatching(/^[A-Z2-7]{9}[0189_.!]$/),
    );
    fc.assert(
      fc.property(wrong, (text) => {
        expect(messagesFor(backupCodeField, text)).toEqual([INVALID]);
      }),
    );
    expect(messagesFor(backupCodeField, '---')).toEqual([INVALID]);
  });
});
