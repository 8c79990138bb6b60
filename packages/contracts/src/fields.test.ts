import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyText,
  anything,
  expectAccepted,
  expectKnownMessages,
  expectRejected,
  messagesFor,
  REQUIRED,
} from '../test/outcome.ts';
import * as fields from './fields.ts';
import { FIELD_MESSAGE_KEYS, FIELD_MESSAGES, isFieldMessageKey } from './messages.ts';

const { handleField, loginField, nameField, nonceField, phoneFieldFor, tagField, ...others } = fields;

describe.each(Object.entries({ handleField, loginField, nameField, nonceField, tagField, ...others }))(
  '%s',
  (_name, field) => {
    it('is required and must be a string', () => {
      for (const input of [undefined, null, '', '   ', '\t\n', 0, 123456, true, [], {}, ['text'], Symbol('text')])
        expect(messagesFor(field, input)[0]).toBe(REQUIRED);
    });

    it('rejects objects with a length that can’t be compared', () => {
      for (const length of [{ toString: 1, valueOf: 1 }, [Object.create(null)], Symbol('length')])
        expect(messagesFor(field, { length })).toEqual([REQUIRED]);
    });

    it('never throws, and has only messages that the app can translate', () =>
      expectKnownMessages(field, fc.oneof(anything, anyText)));

    it('accepts its own output', () => {
      fc.assert(
        fc.property(anyText, (text) => {
          const { success, data } = field.safeParse(text);
          if (success) expectAccepted(field, data);
        }),
      );
    });
  },
);

it.each([
  ['nameField', nameField, `${'a'.repeat(101)}\0`],
  ['emailField, too long', others.emailField, `${'a'.repeat(400)}\0`],
  ['emailField, no address', others.emailField, 'ada'],
  ['passwordField, too short', others.passwordField, 'a'],
  ['passwordField, too long', others.passwordField, 'a'.repeat(21)],
  ['phoneFieldFor', phoneFieldFor(['7']), '+7'],
  ['codeField', others.codeField, 'a'],
  ['twoFactorCodeField', others.twoFactorCodeField, 'a'],
  ['usernameField, a link', others.usernameField, `/${'a'.repeat(40)}`],
  ['usernameField, too long', others.usernameField, 'ü'.repeat(40)],
  ['tagField', tagField, 'A'.repeat(200)],
  ['handleField', handleField, ' ü'.repeat(500)],
  ['loginField', loginField, `${'a'.repeat(400)}\0b`],
])('%s reports its first problem alone', (_name, field, text) => {
  expect(messagesFor(field, text)).toHaveLength(1);
});

describe('phoneFieldFor', () => {
  it('never throws, whatever the list', () => {
    const lists = fc.array(anyText, { maxLength: 4 });
    fc.assert(fc.property(lists, (list) => expectKnownMessages(phoneFieldFor(list), anyText, 5)));
  });
});

describe('name', () => {
  it('VA-01 is required, trimmed, and has at most 100 characters', () => {
    expectRejected(nameField, ['  ', '\u200d', '\u3164 \u2800', '\u00ad\ufe0f', '\u200b'], REQUIRED);
    for (const name of ['Ада 👩‍💻', '\u0645\u06cc\u200c\u062e', '❤️']) expectAccepted(nameField, name);
    expectAccepted(nameField, '  Леся Українка  ', 'Леся Українка');
    expectAccepted(nameField, 'Jean-Luc O’Neill & Søn <3 "x"');
    expectAccepted(nameField, 'a'.repeat(100));
    expectRejected(nameField, ['a'.repeat(101)], 'Name must not exceed 100 characters');
  });

  it('VA-01 is any printable text of up to 100 characters', () => {
    const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    // Fillers such as U+FFA0 are letters that show nothing.
    const visible = /[^\p{Default_Ignorable_Code_Point}\u2800]/u;
    const plain = printable.filter((text) => visible.test(text) && text.length <= 100 && !/[\p{C}\p{Z}]/u.test(text));
    fc.assert(fc.property(plain, (name) => expectAccepted(nameField, name, name.trim())));
  });

  it('is one line without characters that break a mail header, a database text or the direction of the text', () => {
    const codes = [0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x2028, 0x2029, 0x202e, 0x2066, 0xd800, 0xdfff];
    const names = codes.map((code) => `Ada${String.fromCharCode(code)}Lovelace`);
    expectRejected(nameField, names, 'Name must not contain control characters');
  });
});

describe('handles, tags and logins', () => {
  it('accept every short printable text as a handle', () => {
    for (const handle of ['q0Vb3v1xJ8mBq7nZ2bWc4A', 'nope', '0', 'x'.repeat(128), '../..'])
      expectAccepted(handleField, handle);
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(fc.property(bytes, (id) => expectAccepted(handleField, Buffer.from(id).toString('base64url'))));
    const wrong = ['x'.repeat(129), 'a b', 'a\u0000b', 'é', '🎭'];
    expectRejected(handleField, wrong, 'Expected an identifier given by an earlier answer');
  });

  it('accept 16 octets in their one spelling of base64url as a nonce', () => {
    const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const spelt = (nonce: Uint8Array): string => Buffer.from(nonce).toString('base64url');
    fc.assert(fc.property(octets(16), (nonce) => expectAccepted(nonceField, spelt(nonce))));
    const message = 'Expected 16 octets in base64url without padding';
    for (const length of [1, 15, 17, 32])
      fc.assert(fc.property(octets(length), (nonce) => expectRejected(nonceField, [spelt(nonce)], message)));
    const zeros = 'A'.repeat(21);
    expectRejected(nonceField, [`${zeros}A==`, `${zeros}B`, `${zeros}/`, `${zeros}é`], message);
  });

  it('accept small letters, digits and single hyphens as a tag', () => {
    for (const tag of ['no-category', 'best-partner', 'ceo-owner', '1x', 'a'.repeat(80)]) expectAccepted(tagField, tag);
    const wrong = ['Best', 'a--b', '-a', 'a-', 'a_b', 'a/b', 'a'.repeat(81), 'тег'];
    expectRejected(tagField, wrong, FIELD_MESSAGES.tagInvalid);
  });

  it('accept any line of up to 254 characters as a login', () => {
    for (const login of ['ada@example.org', '+380671234567', '380 67 123', 'nobody']) expectAccepted(loginField, login);
    expectRejected(loginField, ['a\u0000b', 'x'.repeat(255), 'a\nb'], 'You entered an incorrect email');
  });
});

describe('isFieldMessageKey', () => {
  it('accepts the keys alone, never their English texts', () => {
    expect(FIELD_MESSAGE_KEYS).toEqual(Object.keys(FIELD_MESSAGES));
    for (const [key, text] of Object.entries(FIELD_MESSAGES))
      expect([isFieldMessageKey(key), isFieldMessageKey(text)]).toEqual([true, false]);
    for (const name of ['toString', '__proto__', '']) expect(isFieldMessageKey(name)).toBe(false);
  });
});
