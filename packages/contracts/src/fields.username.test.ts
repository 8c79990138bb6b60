import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRejected, messagesFor, REQUIRED } from '../test/outcome.ts';
import { usernameField } from './fields.ts';

const LINK = 'Enter a username without links';
const LONG = 'Username must not exceed 32 characters';
const INVALID = 'A username has only letters, digits, dots and underscores';

/** Names of letters, digits, underscores and at most one dot that do not look like a host. */
const name = fc.stringMatching(/^[A-Za-z0-9_]{1,15}(\.[A-Za-z0-9_]{3,15})?$/).filter((text) => !/^www\./i.test(text));

describe('social username', () => {
  it('VA-09 accepts a name, and removes a leading @ and blanks', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('', '@', ' @', '@ '), (text, sign) =>
        expectAccepted(usernameField, `${sign}${text} `, text),
      ),
      { numRuns: 500 },
    );
    const names = [
      'ada',
      'ada.lovelace',
      'ada_1815',
      '_',
      'ada.com',
      'https',
      'www',
      'ada.www.art',
      't.mexico',
      'instagram.community',
    ];
    for (const text of names) expectAccepted(usernameField, text);
  });

  it('VA-09 has at most 32 characters without the @', () => {
    expectAccepted(usernameField, 'a'.repeat(32));
    expectAccepted(usernameField, `@${'a'.repeat(32)}`, 'a'.repeat(32));
    expectRejected(usernameField, ['a'.repeat(33), `@${'a'.repeat(33)}`], LONG);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.]{33,80}$/), (text) => {
        expect([LONG, LINK]).toContain(messagesFor(usernameField, text)[0]);
      }),
    );
  });

  it('VA-09 rejects links and URL prefixes of any length', () => {
    const prefix = fc.constantFrom(
      ...['http://', 'https://', 'HTTPS://', 'www.', 'WWW.', 'http:', '//'],
      ...['instagram.com/', 'https://www.instagram.com/', 't.me/', 'https://t.me/'],
    );
    const links = fc.tuple(fc.constantFrom('', '@'), prefix, name).map((parts) => parts.join(''));
    expectRejected(usernameField, links, LINK, 500);
    const hosts = ['instagram.com', 'www.instagram.com', 'Instagram.com', 't.me', 'instagr.am'];
    const urls = ['ada?igsh=1', 'ada/', 'ada#x', `https://instagram.com/${'a'.repeat(60)}`];
    expectRejected(usernameField, [...hosts, ...urls], LINK);
  });

  it('VA-09 is required, and more than an @', () => expectRejected(usernameField, ['', '  ', '@', ' @ '], REQUIRED));

  it('VA-09 rejects a second @ and other characters', () => {
    const wrong = ['@@ada', 'ada@home', 'ada lovelace', 'ada-l', 'ада', 'ada\u0000', 'ada🎭'];
    expectRejected(usernameField, wrong, INVALID);
  });
});
