import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectTaken, messagesFor } from '../test/outcome.ts';
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
  it('VA-02 every dot-atom at every dotted domain is an email, of any script', () => {
    fc.assert(
      fc.property(email, (address) => expectTaken(emailField, address, address.normalize('NFC'))),
      { numRuns: 1000 },
    );
  });

  it('VA-02 plus tags, capitals, apostrophes and blanks around are fine', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z0-9+]{0,8}$/), domain, (name, tag, at) =>
        expectTaken(emailField, ` ${name}+${tag}@${at}\t`, `${name}+${tag}@${at}`.normalize('NFC')),
      ),
    );
    for (const address of ["O'Neill@Example.ORG", 'a@b.co', 'ada@пошта.укр', '1@2.museum'])
      expectTaken(emailField, address);
  });

  it('VA-02 one address has one spelling, however its letters were composed', () => {
    expectTaken(emailField, 'ju\u0308rgen@bu\u0308cher.example', 'j\u00fcrgen@b\u00fccher.example');
  });

  it('VA-02 an email is required', () => {
    expect(messagesFor(emailField, '')).toEqual(['This field is required']);
    expect(messagesFor(emailField, '  ')).toEqual(['This field is required']);
  });

  it('VA-02 a domain without a dot is told so', () => {
    fc.assert(
      fc.property(local, label, (name, host) => {
        expect(messagesFor(emailField, `${name}@${host}`)).toEqual([DOMAIN]);
      }),
    );
  });

  it('VA-02 a TLD of one letter, or of digits, is told so', () => {
    const short = fc.constantFrom('c', 'я', '7', '42', 'c0m', '123', 'a-b', 'c1');
    fc.assert(
      fc.property(local, labels, short, (name, hosts, top) => {
        expect(messagesFor(emailField, `${name}@${[...hosts, top].join('.')}`)).toEqual([DOMAIN]);
      }),
    );
  });

  it('VA-02 what is no address at all is incorrect', () => {
    for (const address of [
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
    ])
      expect(messagesFor(emailField, address), address).toEqual([INCORRECT]);
  });

  it('VA-02 breaking a good address in one place is incorrect', () => {
    const broken = fc.tuple(
      local,
      domain,
      fc.constantFrom(' ', '@', '"', '(', ',', ';', '<', '\\', '\u0000', '\u202e'),
    );
    fc.assert(
      fc.property(broken, fc.nat(), ([name, host, wrong], at) => {
        // Inside a word of the local part, so that neither trimming nor another reading can repair it.
        const cut = at % (name.length + 1);
        const address = `x${name.slice(0, cut)}${wrong}${name.slice(cut)}x@${host}`;
        expect(messagesFor(emailField, address)).toEqual([INCORRECT]);
      }),
    );
  });

  it('VA-02 the longest local part and the longest address pass, one more does not', () => {
    const host = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`;
    expectTaken(emailField, `${'a'.repeat(64)}@${host}`);
    expect(`${'a'.repeat(64)}@${host}`).toHaveLength(254);
    expect(messagesFor(emailField, `${'a'.repeat(64)}@d${host}`)).toEqual([INCORRECT]);
  });
});
