import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRejected, REQUIRED } from '../test/outcome.ts';
import { backupCodeField, codeField, twoFactorCodeField } from './fields.ts';
import { CODE_LENGTH } from './limits.ts';

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
  it(`${id}: accepts six digits with leading zeros, and trims blanks`, () => {
    fc.assert(fc.property(sixDigits, (code) => expectAccepted(field, ` ${code}\n`, code)));
    expectAccepted(field, '000000');
    expect(CODE_LENGTH).toBe(6);
  });

  it(`${id}: rejects other lengths, other characters, blanks and numbers`, () => {
    expectRejected(field, otherLength, length);
    expectRejected(field, withOther, 'Code must contain only digits');
    expectRejected(field, ['', 123456], REQUIRED);
  });
});

describe('backup code', () => {
  it('accepts ten base32 characters in any case and grouping', () => {
    const code = fc.stringMatching(/^[A-Z2-7]{10}$/);
    const place = fc.integer({ min: 0, max: 10 });
    const separator = fc.constantFrom('', '-', ' ', ' - ', '\t');
    fc.assert(
      fc.property(code, place, separator, fc.boolean(), (all, at, gap, small) => {
        const grouped = `${all.slice(0, at)}${gap}${all.slice(at)}`;
        expectAccepted(backupCodeField, small ? grouped.toLowerCase() : grouped, all);
      }),
    );
  });

  it('rejects other lengths and characters', () => {
    const invalid = 'A backup code has 10 letters and digits';
    const wrong = [/^[A-Z2-7]{1,9}$/, /^[A-Z2-7]{11,20}$/, /^[A-Z2-7]{9}[0189_.!]$/].map((form) =>
      fc.stringMatching(form),
    );
    expectRejected(backupCodeField, fc.oneof(...wrong), invalid);
    expectRejected(backupCodeField, ['---'], invalid);
  });
});
