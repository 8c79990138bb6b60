import { emailField } from '@laurel/contracts/fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEmail } from './email.policy.ts';

const address = (email: string): string | undefined => canonicalEmail(email)?.address;

describe('the canonical form of an address', () => {
  it.each([
    ['Ada@Example.ORG', 'ada@example.org'],
    ['ada+awards@example.org', 'ada@example.org'],
    ['ada+a+b@example.org', 'ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['A.d.a+x@Gmail.com', 'ada@gmail.com'],
    ['a.d.a@googlemail.com', 'ada@gmail.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['олена@пошта.укр', 'олена@xn--80a1acn3a.xn--j1amh'],
    ['ОЛЕНА@ПОШТА.УКР', 'олена@xn--80a1acn3a.xn--j1amh'],
    ['Ａda@example.org', 'ada@example.org'],
    ['\u212aate@example.org', 'kate@example.org'],
    ['ada@\uff47\uff4d\uff41\uff49\uff4c.com', 'ada@gmail.com'],
    ['ada@gmail\u3002com', 'ada@gmail.com'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    // Letters that only look like others are others: Cyrillic, Greek, a dotless i.
    ['аda@example.org', 'аda@example.org'],
    ['κate@example.org', 'κate@example.org'],
    ['ıda@example.org', 'ıda@example.org'],
    ['+tag@example.org', '+tag@example.org'],
  ])('reads %s as %s', (email, canonical) => {
    expect(address(email)).toBe(canonical);
  });

  it('refuses an invalid domain name', () => {
    for (const email of ['ada@aא.example', '@example.org', 'ada']) expect(canonicalEmail(email)).toBeUndefined();
  });

  it('is idempotent and always in lower case', () => {
    const email = fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.domain())
      .map(([local, domain]) => `${local}@${domain}`)
      .filter((each) => emailField.safeParse(each).success);
    fc.assert(
      fc.property(email, (each) => {
        const once = address(each);
        if (once === undefined) return;
        expect(address(once)).toBe(once);
        expect(once.toLowerCase()).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
