import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRejected, REQUIRED } from '../test/outcome.ts';
import { emailField } from './fields.ts';

const INCORRECT = 'You entered an incorrect email';
const DOMAIN = 'Must contain a domain with a dot and TLD';

const atom = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,10}$/) },
  { weight: 1, arbitrary: fc.constantFrom('ада', 'jürgen', '用户', 'अजय') },
);
const local = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join('.'));
const label = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,12}[a-zA-Z0-9])?$/) },
  { weight: 1, arbitrary: fc.constantFrom('пошта', 'bücher', 'xn--bcher-kva', '例え', 'उदाहरण', 'παράδειγμα') },
);
const tld = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z]{2,12}$/) },
  { weight: 1, arbitrary: fc.constantFrom('укр', 'भारत', '中国', 'みんな', 'xn--j1amh', 'xn--p1ai') },
);
const labels = fc.array(label, { minLength: 1, maxLength: 3 });
const domain = fc.tuple(labels, tld).map(([names, top]) => [...names, top].join('.'));
const email = fc.tuple(local, domain).map((parts) => parts.join('@'));

describe('email', () => {
  it('VA-02 accepts every dot-atom at every dotted domain, of any script', () => {
    fc.assert(
      fc.property(email, (address) => expectAccepted(emailField, address, address.normalize('NFC'))),
      { numRuns: 1000 },
    );
  });

  it('VA-02 accepts plus tags, capitals and apostrophes, and trims blanks', () => {
    const [names, tags] = [fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z0-9+]{0,8}$/)];
    fc.assert(
      fc.property(names, tags, domain, (name, tag, at) =>
        expectAccepted(emailField, ` ${name}+${tag}@${at}\t`, `${name}+${tag}@${at}`.normalize('NFC')),
      ),
    );
    for (const address of ["O'Neill@Example.ORG", 'a@b.co', 'ada@пошта.укр', '1@2.museum'])
      expectAccepted(emailField, address);
  });

  it('VA-02 returns the composed form of letters', () => {
    expectAccepted(emailField, 'ju\u0308rgen@bu\u0308cher.example', 'j\u00fcrgen@b\u00fccher.example');
  });

  it('VA-02 is required', () => expectRejected(emailField, ['', '  '], REQUIRED));

  it('VA-02 rejects a domain without a dot, and a TLD of one letter or of digits', () => {
    const wrongTld = fc.constantFrom(
      'c',
      'я',
      '7',
      '42',
      'c0m',
      '123',
      'a-b',
      'c1',
      '1com',
      'com1',
      'a1xn--ab',
      'xn--abя',
    );
    const hosts = fc.tuple(labels, wrongTld).map(([names, top]) => [...names, top].join('.'));
    const addresses = fc.tuple(local, fc.oneof(label, hosts)).map((parts) => parts.join('@'));
    expectRejected(emailField, addresses, DOMAIN, 200);
  });

  // This test fails, by never ending, where the rule ignores case.
  it('VA-02 decides at once about a row of combining marks', () => {
    const marks = '\u0345'.repeat(61);
    expectRejected(emailField, [`x@y.a${marks}1`], DOMAIN);
    expect(emailField.parse(`x@y.ab${marks}`)).toBe(`x@y.ab${marks}`.normalize('NFC'));
  });

  it('VA-02 rejects other texts', () => {
    const invalid = [
      'ada',
      '@example.org',
      'ada@',
      'ada@@example.org',
      'ada@home@example.org',
      'ada lovelace@example.org',
      'ada@example .org',
      'ada@.org',
      'ada@example..org',
      'ada@example.org.',
      '.ada@example.org',
      'ada.@example.org',
      'a..da@example.org',
      'ada@-example.org',
      'ada@example-.org',
      'ada@exam_ple.org',
      '"ada"@example.org',
      'ada@[127.0.0.1]',
      'Ada <ada@example.org>',
      'ada@example.org\r\nBcc: eve@example.org',
      'ada@example.org,eve@example.org',
      'ada\u0000@example.org',
      'ada\ud800@example.org',
      `${'a'.repeat(65)}@example.org`,
      `ada@${'a'.repeat(64)}.org`,
      `ada@${'a.'.repeat(130)}org`,
    ];
    expectRejected(emailField, invalid, INCORRECT);
  });

  it('VA-02 rejects an address with a wrong character in the local part', () => {
    const wrong = fc.constantFrom(' ', '@', '"', '(', ',', ';', '<', '\\', '\u0000', '\u202e');
    const broken = fc.tuple(local, domain, wrong, fc.nat()).map(([name, host, character, at]) => {
      // Between two letters, so that trimming can't repair it.
      const cut = at % (name.length + 1);
      return `x${name.slice(0, cut)}${character}${name.slice(cut)}x@${host}`;
    });
    expectRejected(emailField, broken, INCORRECT);
  });

  it('VA-02 accepts the longest local part and address, and rejects one more character', () => {
    const host = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`;
    expectAccepted(emailField, `${'a'.repeat(64)}@${host}`);
    expect(`${'a'.repeat(64)}@${host}`).toHaveLength(254);
    expectRejected(emailField, [`${'a'.repeat(64)}@d${host}`], INCORRECT);
  });
});
