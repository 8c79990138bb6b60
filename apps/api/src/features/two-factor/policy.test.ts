import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { backupInput, setupUri, stepOf } from './policy.ts';

/** RFC 6238 Appendix B: the ASCII secret 12345678901234567890, in base32, and its SHA-1 codes (the last six digits). */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a two-factor code', () => {
  it.each(VECTORS)('of RFC 6238 at %i is %s', (seconds, code) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('belongs to its time step, and is accepted one step before and after it', () => {
    const code = generateSync({ secret: SECRET, epoch: 1_800_000_000 });
    const step = 60_000_000;
    for (const seconds of [-30, -1, 29.999, 59.999])
      expect(stepOf(SECRET, code, at(1_800_000_000 + seconds))).toBe(step);
    for (const seconds of [-31, 60]) expect(stepOf(SECRET, code, at(1_800_000_000 + seconds))).toBeUndefined();
  });

  it('of another secret is refused', () => {
    const code = generateSync({ secret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U', epoch: 59 });
    expect(stepOf(SECRET, code, at(59))).toBeUndefined();
  });
});

describe('the QR code', () => {
  it('is an otpauth URI with issuer, account and secret', () => {
    const uri = new URL(setupUri({ issuer: 'Meridian Awards', email: 'ada@example.org', secret: SECRET }));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.host).toBe('totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/Meridian Awards:ada@example.org');
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: SECRET, issuer: 'Meridian Awards' });
  });

  it('is valid with a colon in the issuer and with a non-ASCII address', () => {
    const uri = new URL(setupUri({ issuer: 'Awards: 2025', email: 'олена@пошта.укр', secret: SECRET }));
    expect(decodeURIComponent(uri.pathname)).toBe('/Awards  2025:олена@пошта.укр');
    expect(uri.searchParams.get('secret')).toBe(SECRET);
  });
});

describe('a backup code', () => {
  it('is bound to its account', () => {
    expect(backupInput('a', 'ABCDEFGHIJ')).not.toBe(backupInput('b', 'ABCDEFGHIJ'));
  });
});
