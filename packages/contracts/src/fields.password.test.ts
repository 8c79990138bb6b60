import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectTaken, fieldMessagesFor, messagesFor } from '../test/outcome.ts';
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
/** One of each class and fillers up to a length, in any order. */
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
  it('VA-03 6 to 20 characters of all four classes are a password', () => {
    fc.assert(
      fc.property(strong(6, 20), (password) => expectTaken(passwordField, password)),
      { numRuns: 1000 },
    );
  });

  it('VA-03 the bounds are 6 and 20', () => {
    expect(messagesFor(passwordField, 'Aa1!x')).toEqual([SHORT]);
    expectTaken(passwordField, 'Aa1!xx');
    expectTaken(passwordField, `Aa1!${'x'.repeat(16)}`);
    expect(messagesFor(passwordField, `Aa1!${'x'.repeat(17)}`)).toEqual([LONG]);
    fc.assert(
      fc.property(textOf(LOWER, 1, 5), (short) => {
        expect(messagesFor(passwordField, short)).toEqual([SHORT]);
      }),
    );
    fc.assert(
      fc.property(strong(21, 60), (long) => {
        expect(messagesFor(passwordField, long)).toEqual([LONG]);
      }),
    );
  });

  it.each(Object.entries(CLASSES))('VA-03 without %s it is refused', (_name, missing) => {
    const rest = Object.values(CLASSES).filter((alphabet) => alphabet !== missing);
    const without = textOf(rest.join('') + OTHER, 6, 20);
    fc.assert(
      fc.property(without, (password) => {
        expect(messagesFor(passwordField, password)).toEqual([WEAK]);
      }),
    );
  });

  it('VA-03 each of @$!%*?& counts as special, and nothing else does', () => {
    for (const special of SPECIAL) expectTaken(passwordField, `Secret1${special}`);
    for (const other of `${OTHER}§€№`.trim()) expect(messagesFor(passwordField, `Sec${other}ret1`)).toEqual([WEAK]);
  });

  it('VA-03 blanks around are trimmed before anything is counted', () => {
    expectTaken(passwordField, '  Secret1!\t', 'Secret1!');
    expect(messagesFor(passwordField, ' Aa1!x ')).toEqual([SHORT]);
    expectTaken(passwordField, `  Aa1!${'x'.repeat(16)}  `, `Aa1!${'x'.repeat(16)}`);
    expect(messagesFor(passwordField, '      ')).toEqual(['This field is required']);
  });

  it('a password typed at login is judged by nothing but its presence', () => {
    for (const password of ['x', 'wrong', 'a long wrong passphrase of more than twenty characters', 'x'.repeat(200)])
      expectTaken(givenPasswordField, password);
    expect(messagesFor(givenPasswordField, '')).toEqual(['This field is required']);
    expect(messagesFor(givenPasswordField, 'x'.repeat(201))).toEqual([LONG]);
  });
});

describe('repeat password', () => {
  const form = signupFormFor([]);
  const filled = { name: 'Ada', email: 'ada@example.org', password: 'Secret1!', phoneNumber: '+380671234567' };

  it('VA-04 it is required and has the same bounds', () => {
    expect(messagesFor(repeatPasswordField, '')).toEqual(['This field is required']);
    expect(messagesFor(repeatPasswordField, 'Aa1!x')).toEqual([SHORT]);
    expectTaken(repeatPasswordField, 'Aa1!xx');
    expect(messagesFor(repeatPasswordField, 'x'.repeat(21))).toEqual([LONG]);
  });

  it('VA-04 it must equal the password', () => {
    expectTaken(form, { ...filled, repeatPassword: ' Secret1! ' }, { ...filled, repeatPassword: 'Secret1!' });
    fc.assert(
      fc.property(strong(6, 20), strong(6, 20), (password, repeatPassword) => {
        const expected = password === repeatPassword ? [] : ['repeatPassword: Passwords must match'];
        expect(fieldMessagesFor(form, { ...filled, password, repeatPassword })).toEqual(expected);
      }),
    );
  });

  it('VA-04 the difference is told also while other fields are still wrong', () => {
    expect(fieldMessagesFor(form, { ...filled, name: '', repeatPassword: 'Secret2!' })).toEqual([
      'name: This field is required',
      'repeatPassword: Passwords must match',
    ]);
    expect(fieldMessagesFor(form, { ...filled, repeatPassword: '' })[0]).toBe('repeatPassword: This field is required');
  });
});
