import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRejected, fieldMessagesFor, REQUIRED } from '../test/outcome.ts';
import { givenPasswordField, passwordField, repeatPasswordField } from './fields.ts';
import { signupFormFor } from './forms.ts';

const SHORT = 'Password must be at least 6 characters long';
const LONG = 'Password must not exceed 20 characters';
const WEAK = 'Password must contain an uppercase letter, a lowercase letter, a digit and one of @$!%*?&';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄЖ';
const LOWER = 'abcdefghijklmnopqrstuvwxyzäж';
const DIGIT = '0123456789';
const SPECIAL = '@$!%*?&';
const OTHER = ' #^()-_=+[]{};:\'"\\|,<.>/~`';
const CLASSES = { 'an upper-case letter': UPPER, 'a lower-case letter': LOWER, 'a digit': DIGIT, 'a special': SPECIAL };

const charOf = (alphabet: string) => fc.constantFrom(...alphabet);
const textOf = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: charOf(alphabet), minLength, maxLength }).filter((text) => text.trim() === text);
const shuffled = (chars: readonly string[]) =>
  fc.shuffledSubarray([...chars], { minLength: chars.length, maxLength: chars.length }).map((all) => all.join(''));
/** Passwords with one character of each class and any others, in any order. */
const strong = (minLength: number, maxLength: number) =>
  fc
    .tuple(
      charOf(UPPER),
      charOf(LOWER),
      charOf(DIGIT),
      charOf(SPECIAL),
      fc.array(charOf(UPPER + LOWER + DIGIT + SPECIAL + OTHER.trim()), {
        minLength: minLength - 4,
        maxLength: maxLength - 4,
      }),
    )
    .chain(([upper, lower, digit, special, rest]) => shuffled([upper, lower, digit, special, ...rest]));

describe('password', () => {
  it('VA-03 accepts 6 to 20 characters of all four classes', () => {
    fc.assert(
      fc.property(strong(6, 20), (password) => expectAccepted(passwordField, password)),
      { numRuns: 1000 },
    );
  });

  it('VA-03 has 6 to 20 characters', () => {
    expectAccepted(passwordField, 'Aa1!xx');
    expectAccepted(passwordField, `Aa1!${'x'.repeat(16)}`);
    expectRejected(passwordField, ['Aa1!x'], SHORT);
    expectRejected(passwordField, [`Aa1!${'x'.repeat(17)}`], LONG);
    expectRejected(passwordField, textOf(LOWER, 1, 5), SHORT);
    expectRejected(passwordField, strong(21, 60), LONG);
  });

  it.each(Object.entries(CLASSES))('VA-03 is rejected without %s', (_name, missing) => {
    const rest = Object.values(CLASSES).filter((alphabet) => alphabet !== missing);
    expectRejected(passwordField, textOf(rest.join('') + OTHER, 6, 20), WEAK);
  });

  it('VA-03 counts @$!%*?& and no other character as special', () => {
    for (const special of SPECIAL) expectAccepted(passwordField, `Secret1${special}`);
    const others = Array.from(`${OTHER}§€№`.trim(), (other) => `Sec${other}ret1`);
    expectRejected(passwordField, others, WEAK);
  });

  it('VA-03 is trimmed before its characters are counted', () => {
    expectAccepted(passwordField, '  Secret1!\t', 'Secret1!');
    expectAccepted(passwordField, `  Aa1!${'x'.repeat(16)}  `, `Aa1!${'x'.repeat(16)}`);
    expectRejected(passwordField, [' Aa1!x '], SHORT);
    expectRejected(passwordField, ['      '], REQUIRED);
  });

  it('accepts any password of up to 200 characters at login', () => {
    for (const password of ['x', 'wrong', 'a long wrong passphrase of more than twenty characters', 'x'.repeat(200)])
      expectAccepted(givenPasswordField, password);
    expectRejected(givenPasswordField, [''], REQUIRED);
    expectRejected(givenPasswordField, ['x'.repeat(201)], LONG);
  });
});

describe('repeated password', () => {
  const form = signupFormFor([]);
  const filled = { name: 'Ada', email: 'ada@example.org', password: 'Secret1!', phoneNumber: '+380671234567' };

  it('VA-04 is required and has 6 to 20 characters', () => {
    expectAccepted(repeatPasswordField, 'Aa1!xx');
    expectRejected(repeatPasswordField, [''], REQUIRED);
    expectRejected(repeatPasswordField, ['Aa1!x'], SHORT);
    expectRejected(repeatPasswordField, ['x'.repeat(21)], LONG);
  });

  it('VA-04 equals the password', () => {
    expectAccepted(form, { ...filled, repeatPassword: ' Secret1! ' }, { ...filled, repeatPassword: 'Secret1!' });
    fc.assert(
      fc.property(strong(6, 20), strong(6, 20), (password, repeatPassword) => {
        const expected = password === repeatPassword ? [] : ['repeatPassword: Passwords must match'];
        expect(fieldMessagesFor(form, { ...filled, password, repeatPassword })).toEqual(expected);
      }),
    );
  });

  it('VA-04 is compared while other fields are invalid', () => {
    expect(fieldMessagesFor(form, { ...filled, name: '', repeatPassword: 'Secret2!' })).toEqual([
      'name: This field is required',
      'repeatPassword: Passwords must match',
    ]);
    expect(fieldMessagesFor(form, { ...filled, repeatPassword: '' })[0]).toBe('repeatPassword: This field is required');
  });
});
