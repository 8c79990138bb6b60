import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectTaken, messagesFor } from '../test/outcome.ts';
import { usernameField } from './fields.ts';

const LINK = 'Enter a username without links';
const LONG = 'Username must not exceed 32 characters';
const INVALID = 'A username has only letters, digits, dots and underscores';

/** Letters, digits and underscores in parts between dots; no part alone looks like a host. */
const name = fc.stringMatching(/^[A-Za-z0-9_]{1,15}(\.[A-Za-z0-9_]{3,15})?$/).filter((text) => !/^www\./i.test(text));

describe('social username', () => {
  it('VA-09 a name passes, and loses a leading @ and the blanks around', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('', '@', ' @', '@ '), (text, sign) =>
        expectTaken(usernameField, `${sign}${text} `, text),
      ),
      { numRuns: 500 },
    );
    for (const text of [
      'ada',
      'ada.lovelace',
      'ada_1815',
      '_',
      'ada.com',
      'https',
      'www',
      't.mexico',
      'instagram.community',
    ])
      expectTaken(usernameField, text);
  });

  it('VA-09 it has at most 32 characters, the @ not counted', () => {
    expectTaken(usernameField, 'a'.repeat(32));
    expectTaken(usernameField, `@${'a'.repeat(32)}`, 'a'.repeat(32));
    expect(messagesFor(usernameField, 'a'.repeat(33))).toEqual([LONG]);
    expect(messagesFor(usernameField, `@${'a'.repeat(33)}`)).toEqual([LONG]);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.]{33,80}$/), (text) => {
        expect([LONG, LINK]).toContain(messagesFor(usernameField, text)[0]);
      }),
    );
  });

  it('VA-09 links and URL prefixes are refused, however long', () => {
    const prefix = fc.constantFrom(
      'http://',
      'https://',
      'HTTPS://',
      'www.',
      'WWW.',
      'instagram.com/',
      'https://www.instagram.com/',
      't.me/',
      'http:',
      '//',
      'https://t.me/',
    );
    fc.assert(
      fc.property(fc.constantFrom('', '@'), prefix, name, (sign, start, text) => {
        expect(messagesFor(usernameField, `${sign}${start}${text}`)).toEqual([LINK]);
      }),
      { numRuns: 500 },
    );
    for (const text of [
      'instagram.com',
      'www.instagram.com',
      'Instagram.com',
      't.me',
      'instagr.am',
      'ada?igsh=1',
      'ada/',
      'ada#x',
      `https://instagram.com/${'a'.repeat(60)}`,
    ])
      expect(messagesFor(usernameField, text), text).toEqual([LINK]);
  });

  it('VA-09 it is required: a lone @ is none', () => {
    for (const text of ['', '  ', '@', ' @ '])
      expect(messagesFor(usernameField, text)).toEqual(['This field is required']);
  });

  it('VA-09 only one @ is removed, and other characters are named', () => {
    for (const text of ['@@ada', 'ada@home', 'ada lovelace', 'ada-l', 'ада', 'ada\u0000', 'ada🎭'])
      expect(messagesFor(usernameField, text), text).toEqual([INVALID]);
  });
});
