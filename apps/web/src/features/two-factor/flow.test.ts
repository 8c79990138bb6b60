import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  accountOf,
  backupFileText,
  grouped,
  nextSetupStep,
  type SetupEvent,
  type SetupStep,
  secretOf,
} from './flow.ts';

const CODES = ['MFRGGZDFMZ', 'NBSWY3DPEB'];
const walk = (...events: readonly SetupEvent[]): SetupStep => events.reduce<SetupStep>(nextSetupStep, { at: 'qr' });
const next: SetupEvent = { type: 'continue' };

describe('linking an authenticator', () => {
  it('shows no empty list of backup codes', () => {
    expect(walk(next, { type: 'verified', backupCodes: [] })).toEqual({ at: 'done' });
  });

  it('ignores an event that does not apply', () => {
    expect(walk({ type: 'back' }, { type: 'back' })).toEqual({ at: 'choose' });
    expect(walk({ type: 'verified', backupCodes: CODES })).toEqual({ at: 'qr' });
    expect(walk(next, next)).toEqual({ at: 'verify' });
    const shown = walk(next, { type: 'verified', backupCodes: CODES });
    expect(nextSetupStep(shown, { type: 'back' })).toBe(shown);
  });
});

describe('the secret', () => {
  it('is read from the QR code’s URI, and grouped for reading', () => {
    const secret = secretOf('otpauth://totp/Laurel:ada%40example.org?secret=JBSWY3DPEHPK3PXPJB&issuer=Laurel');
    expect(secret).toBe('JBSWY3DPEHPK3PXPJB');
    expect(grouped(secret ?? '')).toBe('JBSW Y3DP EHPK 3PXP JB');
  });

  it.each(['', 'nonsense', 'https://example.org/?secret=A', 'otpauth://totp/Laurel'])('is not found in %j', (uri) => {
    expect(secretOf(uri)).toBeUndefined();
  });
});

describe('the account', () => {
  it.each([
    ['otpauth://totp/Laurel:ada%40example.org?secret=A', 'ada@example.org'],
    ['otpauth://totp/Affiliate%20Awards:ada+vote%40example.org?secret=A', 'ada+vote@example.org'],
    ['otpauth://totp/Laurel%3A%20ada%40example.org?secret=A', 'ada@example.org'],
    ['otpauth://totp/ada%40example.org?secret=A', 'ada@example.org'],
  ])('of %s is %s', (uri, account) => {
    expect(accountOf(uri)).toBe(account);
  });

  it.each(['', 'nonsense', 'https://example.org/ada', 'otpauth://totp/', 'otpauth://totp/Laurel:%ff'])(
    'is not found in %j',
    (uri) => {
      expect(accountOf(uri)).toBeUndefined();
    },
  );
});

describe('in a browser of 2023', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('the secret and the account are found', () => {
    class OldUrl extends URL {
      /** With the host, as in old browsers for schemes such as `otpauth:`. */
      override get pathname() {
        return `//${this.host}${super.pathname}`;
      }
    }
    vi.stubGlobal('URL', Object.assign(OldUrl, { parse: undefined }));
    for (const label of ['Laurel:ada%40example.org', 'ada%40example.org']) {
      const uri = `otpauth://totp/${label}?secret=A`;
      expect([secretOf(uri), accountOf(uri)]).toEqual(['A', 'ada@example.org']);
    }
  });
});

describe('the file of the backup codes', () => {
  const head = { title: 'Backup codes: Awards 2025', address: 'https://vote.example', use: 'Each works once.' };

  it('has no line for an account that is unknown', () => {
    expect(backupFileText({ ...head, account: undefined }, CODES)).toBe(
      'Backup codes: Awards 2025\nhttps://vote.example\n\nEach works once.\n\nMFRGGZDFMZ\nNBSWY3DPEB\n',
    );
  });
});
