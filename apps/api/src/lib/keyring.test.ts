import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFingerprint, createKeyring } from './keyring.ts';

const old = randomBytes(32);
const present = randomBytes(32);

describe('the keyring', () => {
  it('opens what it sealed, and nothing that was changed, for another purpose, or of another key', () => {
    const ring = createKeyring(present);
    const sealed = ring.seal('job', 'grüße');
    expect(ring.open('job', sealed).toString()).toBe('grüße');
    expect(sealed.toString('latin1')).not.toContain('gr');
    expect(ring.seal('job', 'grüße')).not.toEqual(sealed);
    for (let byte = 0; byte < sealed.length; byte++) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      expect(() => ring.open('job', changed), `byte ${byte}`).toThrow();
    }
    expect(() => ring.open('totp-secret', sealed)).toThrow();
    expect(() => createKeyring(old).open('job', sealed)).toThrow();
    expect(() => ring.open('job', new Uint8Array(3))).toThrow();
  });

  it('honours a previous key while new values take the present one', () => {
    const before = createKeyring(old);
    const after = createKeyring(present, [old]);
    expect(after.open('job', before.seal('job', 'kept')).toString()).toBe('kept');
    expect(() => before.open('job', after.seal('job', 'new'))).toThrow();
    expect(after.hmacs('code', '123456')).toContainEqual(before.hmac('code', '123456'));
    expect(after.hmac('code', '123456')).toEqual(after.hmacs('code', '123456')[0]);
  });

  it('marks the same value differently for each kind of fingerprint', () => {
    const fingerprint = createFingerprint(randomBytes(32));
    expect(fingerprint('phone', '+380671234567')).toEqual(fingerprint('phone', '+380671234567'));
    expect(fingerprint('phone', 'x')).not.toEqual(fingerprint('email', 'x'));
    expect(fingerprint('phone', 'x')).toHaveLength(32);
  });
});
