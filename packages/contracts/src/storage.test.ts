import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectNeverThrows, isValid } from '../test/outcome.ts';
import { userSchema } from './records.ts';
import { accountDraftSchema, currentUserSchema, STORAGE_KEYS, STORED_RECORDS, TAB_STORAGE_KEYS } from './storage.ts';

const STORED = {
  authToken: 'eyJhbGciOiJIUzI1NiJ9.e30.x',
  currentUser: { name: 'Ada Lovelace', email: 'ada@example.org', phoneNumber: '+380671234567' },
  requestKey: 'q0Vb3v1xJ8mBq7nZ2bWc4A',
  requestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A',
  language: 'uk',
  phoneTimerEnd: 1763663520000,
  telegramLink: { link: 'https://t.me/laurel_awards_bot?start=x', expiresAt: 1763665200000 },
  socialRequestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A',
  socketStatus: { eventId: 'q0Vb3v1xJ8mBq7nZ2bWc4A', verificationStatus: 'IN_PROGRESS' },
  twoFactorSetup: { requestKey: 'q0Vb3v1xJ8mBq7nZ2bWc4A', qrCode: 'otpauth://totp/x?secret=y' },
  signupData: { email: 'ada@example.org', name: 'Ada', phoneNumber: '+380671234567', instagram: 'ada' },
  supportWarningConfirmed: true,
  appVersion: '2.0.0',
  keptVotes: [
    { account: 'a', log: 'awards.example/log/2025', category: 'best-partner/crypto', nonce: 'n', sure: true },
  ],
  keptCheckpoint: '{}',
  recordEvidence: '{}',
  analytics: 'allowed',
};

describe('local storage', () => {
  it('SE-03 has a key for each value, with the same name', () => {
    expect(Object.keys(STORAGE_KEYS).sort()).toEqual(Object.keys(STORED).sort());
    for (const [name, key] of Object.entries(STORAGE_KEYS)) expect(key).toBe(name);
  });

  it('SE-03 has a schema for each key, which drops unknown fields', () => {
    for (const [key, schema] of Object.entries(STORED_RECORDS)) {
      const value = Object.entries(STORED).find(([name]) => name === key)?.[1];
      expectAccepted(schema, value);
      if (typeof value === 'object' && !Array.isArray(value))
        expectAccepted(schema, { ...value, password: 'x' }, value);
    }
  });

  it('SE-03 rejects invalid values without throwing', () => {
    expect(isValid(STORED_RECORDS.supportWarningConfirmed, false)).toBe(false);
    expect(isValid(STORED_RECORDS.language, 'de')).toBe(false);
    expect(isValid(STORED_RECORDS.authToken, '')).toBe(false);
    expect(isValid(STORED_RECORDS.telegramLink, { link: 'x', expiresAt: '2025' })).toBe(false);
    expect(isValid(STORED_RECORDS.socketStatus, { eventId: 'x', verificationStatus: 'DONE' })).toBe(false);
    expect(isValid(STORED_RECORDS.twoFactorSetup, { requestKey: 'x' })).toBe(false);
    expectNeverThrows(...Object.values(STORED_RECORDS));
  });

  it('SE-03 accepts the user of a response, and one with missing fields', () => {
    const text = fc.string();
    const user = fc.record({ name: text, email: text, phoneNumber: fc.option(text) });
    fc.assert(fc.property(user, (each) => expectAccepted(currentUserSchema, userSchema.parse(each))));
    for (const partial of [{}, { name: null }, { email: 'ada@example.org' }])
      expectAccepted(currentUserSchema, partial);
  });
});

describe('session storage', () => {
  it('has a key for each value, with the same name, and drops a password from what was typed', () => {
    for (const [name, key] of Object.entries(TAB_STORAGE_KEYS)) expect(key).toBe(name);
    const typed = { login: 'ada', name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };
    expectAccepted(accountDraftSchema, { ...typed, password: 'x', code: '123456' }, typed);
    expectAccepted(accountDraftSchema, {});
    expect(isValid(accountDraftSchema, { name: 7 })).toBe(false);
    expectNeverThrows(accountDraftSchema);
  });
});
