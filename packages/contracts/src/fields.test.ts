import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, expectCalm, expectRequired, expectTaken, messagesFor } from '../test/outcome.ts';
import * as fields from './fields.ts';
import { FIELD_MESSAGES, fieldMessageOf } from './messages.ts';

const { handleField, loginField, nameField, phoneFieldFor, tagField, ...others } = fields;

describe('every field', () => {
  const all = Object.entries({ handleField, loginField, nameField, tagField, ...others });
  const known = Object.values(FIELD_MESSAGES);

  it.each(all)('%s is required', (_name, field) => expectRequired(field));
  it.each(all)('%s throws at nothing, and says only what the app can translate', (_name, field) =>
    expectCalm(field, known),
  );
  it.each(all)('%s is no thing with a length that can’t be compared', (_name, field) => {
    for (const length of [{ toString: 1, valueOf: 1 }, [Object.create(null)], Symbol('length')]) {
      expect(messagesFor(field, { length })).toEqual(['This field is required']);
    }
  });
  it.each(all)('%s takes what it gave', (_name, field) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = field.safeParse(text);
        if (once.success) expectTaken(field, once.data);
      }),
    );
  });
  it('phoneFieldFor throws at nothing, whatever the list', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), anyText, (list, text) => {
        for (const message of messagesFor(phoneFieldFor(list), text)) expect(known).toContain(message);
      }),
    );
  });
});

describe('name', () => {
  it('VA-01 a name is required, trimmed, and of at most 100 characters', () => {
    expect(messagesFor(nameField, '  ')).toEqual(['This field is required']);
    expectTaken(nameField, '  Леся Українка  ', 'Леся Українка');
    expectTaken(nameField, 'Jean-Luc O’Neill & Søn <3 "x"');
    expectTaken(nameField, 'a'.repeat(100));
    expect(messagesFor(nameField, 'a'.repeat(101))).toEqual(['Name must not exceed 100 characters']);
  });

  it('VA-01 any printable text of up to 100 characters is a name', () => {
    const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const plain = printable.filter((text) => text.trim() !== '' && text.length <= 100 && !/[\p{C}\p{Z}]/u.test(text));
    fc.assert(fc.property(plain, (name) => expectTaken(nameField, name, name.trim())));
  });

  it('a name is one line: nothing that breaks a mail header, a database text or the direction of the line', () => {
    for (const code of [0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x2028, 0x2029, 0x202e, 0x2066, 0xd800, 0xdfff])
      expect(messagesFor(nameField, `Ada${String.fromCharCode(code)}Lovelace`)).toEqual([
        'Name must not contain control characters',
      ]);
  });
});

describe('handles, tags and logins', () => {
  it('a mangled handle passes, to be answered like an expired one; only what no answer could hold is refused', () => {
    for (const handle of ['q0Vb3v1xJ8mBq7nZ2bWc4A', 'nope', '0', 'x'.repeat(128), '../..'])
      expectTaken(handleField, handle);
    for (const handle of ['x'.repeat(129), 'a b', 'a\u0000b', 'é', '🎭'])
      expect(messagesFor(handleField, handle)).toEqual(['Expected an identifier given by an earlier answer']);
  });

  it('every 128-bit base64url handle passes', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(fc.property(bytes, (id) => expectTaken(handleField, Buffer.from(id).toString('base64url'))));
  });

  it('a tag is small letters, digits and single hyphens', () => {
    for (const tag of ['no-category', 'best-partner', 'ceo-owner', '1x', 'a'.repeat(80)]) expectTaken(tagField, tag);
    for (const tag of ['Best', 'a--b', '-a', 'a-', 'a_b', 'a/b', 'a'.repeat(81), 'тег'])
      expect(messagesFor(tagField, tag)).toEqual([FIELD_MESSAGES.tagInvalid]);
  });

  it('a login is any line of up to 254 characters: whose it is the server says', () => {
    for (const login of ['ada@example.org', '+380671234567', '380 67 123', 'nobody']) expectTaken(loginField, login);
    for (const login of ['a\u0000b', 'x'.repeat(255), 'a\nb'])
      expect(messagesFor(loginField, login)).toEqual(['You entered an incorrect email']);
  });
});

describe('messages', () => {
  it('a message is known again by its text', () => {
    for (const [key, text] of Object.entries(FIELD_MESSAGES)) expect(fieldMessageOf(text)).toBe(key);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fieldMessageOf(`${text}?`)).toBeUndefined();
      }),
    );
  });
});
