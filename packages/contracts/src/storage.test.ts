import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anything, expectTaken } from '../test/outcome.ts';
import { userSchema } from './records.ts';
import { currentUserSchema, STORAGE_KEYS, STORED_RECORDS } from './storage.ts';

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
};

describe('what the browser keeps', () => {
  it('SE-03 there is a key for each stored value, named like itself', () => {
    expect(Object.keys(STORAGE_KEYS).sort()).toEqual(Object.keys(STORED).sort());
    for (const [name, key] of Object.entries(STORAGE_KEYS)) expect(key).toBe(name);
  });

  it('SE-03 each key has a record, which holds what the specification names and nothing more', () => {
    for (const [key, schema] of Object.entries(STORED_RECORDS)) {
      const value = Object.entries(STORED).find(([name]) => name === key)?.[1];
      expectTaken(schema, value);
      if (typeof value === 'object') expectTaken(schema, { ...value, password: 'x' }, value);
    }
  });

  it('SE-03 the wrong kind of value is no record, and nothing throws', () => {
    expect(STORED_RECORDS.supportWarningConfirmed.safeParse(false).success).toBe(false);
    expect(STORED_RECORDS.language.safeParse('de').success).toBe(false);
    expect(STORED_RECORDS.authToken.safeParse('').success).toBe(false);
    expect(STORED_RECORDS.telegramLink.safeParse({ link: 'x', expiresAt: '2025' }).success).toBe(false);
    expect(STORED_RECORDS.socketStatus.safeParse({ eventId: 'x', verificationStatus: 'DONE' }).success).toBe(false);
    expect(STORED_RECORDS.twoFactorSetup.safeParse({ requestKey: 'x' }).success).toBe(false);
    fc.assert(
      fc.property(anything, (input) => {
        for (const schema of Object.values(STORED_RECORDS))
          expect(typeof schema.safeParse(input).success).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });

  it('SE-03 a user of an answer can be kept as it is, and one with parts missing is still read', () => {
    const text = fc.string();
    const user = fc.record({ name: text, email: text, phoneNumber: fc.option(text) });
    fc.assert(fc.property(user, (each) => expectTaken(currentUserSchema, userSchema.parse(each))));
    for (const partial of [{}, { name: null }, { email: 'ada@example.org' }]) expectTaken(currentUserSchema, partial);
  });
});
