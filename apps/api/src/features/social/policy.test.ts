import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { containsCode, instagramSubject, isOpen, maskEmail, newProofCode, socialNetworksOf } from './policy.ts';

describe('newProofCode', () => {
  it('has six letters and digits that can’t be confused', () => {
    const codes = new Set(Array.from({ length: 500 }, newProofCode));
    expect(codes.size).toBeGreaterThan(495);
    for (const code of codes) expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{6}$/);
  });
});

describe('socialNetworksOf', () => {
  it.each([
    [{ production: false }, ['telegram', 'instagram']],
    [{ production: true, TELEGRAM_BOT_TOKEN: '1:abc' }, ['telegram']],
    [{ production: true, INSTAGRAM_PROVIDER: 'review' }, ['instagram']],
    [{ production: true, TELEGRAM_BOT_TOKEN: '1:abc', INSTAGRAM_PROVIDER: 'graph' }, ['telegram', 'instagram']],
  ])('of %j are %j', (config, networks) => {
    expect(socialNetworksOf(config)).toEqual(networks);
  });
});

describe('containsCode', () => {
  it.each(['K7M4QX', 'k7m4qx', 'K7M-4QX', ' k7m 4qx ', 'Hello! My code is K7M4QX, thanks', 'Мій код: k7m4qx'])(
    'finds the code in %j',
    (text) => {
      expect(containsCode(text, 'K7M4QX')).toBe(true);
    },
  );
  it.each(['', 'K7M4Q', 'hello', 'XK7M4Q', 'К7М4QX'])('does not find it in %j', (text) => {
    expect(containsCode(text, 'K7M4QX')).toBe(false);
  });
});

describe('maskEmail with the domain', () => {
  it.each([
    ['ada.lovelace@example.org', 'a***e@e***.org'],
    ['ab@prize24.com', 'a***@p***.com'],
    ['eve@win.big.prize24.com', 'e***e@w***.com'],
    ['їжак@пошта.укр', 'ї***к@п***.укр'],
  ])('masks %s with its domain', (email, masked) => {
    expect(maskEmail(email, 'name and domain')).toBe(masked);
  });
});

describe('maskEmail', () => {
  it.each([
    ['ada.lovelace@example.org', 'a***e@example.org'],
    ['ab@example.org', 'a***@example.org'],
    ['abc@example.org', 'a***c@example.org'],
    ['a@example.org', 'a***@example.org'],
    ['"odd@one"@example.org', '"***"@example.org'],
    ['їжак@пошта.укр', 'ї***к@пошта.укр'],
  ])('shows %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});

describe('instagramSubject', () => {
  it.each([
    ['@Ada.Lovelace', 'ada.lovelace'],
    ['.ada..lovelace.', 'ada.lovelace'],
    ['ada.lovelace', 'ada.lovelace'],
    ['ada..lovelace', 'ada.lovelace'],
    ['ada...lovelace', 'ada.lovelace'],
    ['ada....love..lace', 'ada.love.lace'],
    ['.ada', 'ada'],
    ['...ada', 'ada'],
    ['ada.', 'ada'],
    ['ada...', 'ada'],
    ['@.Ada.', 'ada'],
    ['a.d.a', 'a.d.a'],
    ['_ada_', '_ada_'],
  ])('reads %s as %s', (name, subject) => {
    expect(instagramSubject(name)).toBe(subject);
  });

  it('distinguishes names that Instagram distinguishes', () => {
    const names = ['ada.lovelace', 'adalovelace', 'ada_lovelace', 'ad.alovelace', 'a.d.a.lovelace'];
    expect(new Set(names.map(instagramSubject)).size).toBe(names.length);
  });
});

describe('isOpen', () => {
  it.each([
    ['IN_PROGRESS', true],
    ['RETRY', true],
    ['VERIFIED', false],
    ['NOT_VERIFIED', false],
  ] as const)('SO-08 of a request that is %s is %s', (status, open) => {
    const now = new Date('2025-11-20T18:00:00.000Z');
    expect(isOpen({ status, expiresAt: after(now, 1) }, now)).toBe(open);
    expect(isOpen({ status, expiresAt: now }, now)).toBe(false);
  });
});
