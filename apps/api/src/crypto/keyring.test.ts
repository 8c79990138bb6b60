import { randomBytes, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFingerprint, createKeyring } from './keyring.ts';

const { subtle } = webcrypto;
const old = randomBytes(32);
const present = randomBytes(32);

describe('the keyring', () => {
  it('decrypts what it sealed, and rejects changed values, other purposes and other keys', () => {
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

  it('seals with AES-256-GCM under a key of HKDF-SHA-256, which another implementation decrypts', async () => {
    const sealed = createKeyring(present).seal('job', 'the same block twicethe same block twice');
    const [iv, tag, body] = [sealed.subarray(4, 16), sealed.subarray(16, 32), sealed.subarray(32)];
    const master = await subtle.importKey('raw', present, 'HKDF', false, ['deriveKey']);
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: Buffer.from('laurel job') };
    const key = await subtle.deriveKey(derivation, master, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const opened = await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: 128 }, key, Buffer.concat([body, tag]));
    expect(Buffer.from(opened).toString()).toBe('the same block twicethe same block twice');
  });

  it('accepts a previous key, and uses the current one for new values', () => {
    const before = createKeyring(old);
    const after = createKeyring(present, [old]);
    expect(after.open('job', before.seal('job', 'kept')).toString()).toBe('kept');
    expect(() => before.open('job', after.seal('job', 'new'))).toThrow();
    expect(after.hmacs('code', '123456')).toContainEqual(before.hmac('code', '123456'));
    expect(after.hmac('code', '123456')).toEqual(after.hmacs('code', '123456')[0]);
  });

  it('accepts every previous key, not only the last', () => {
    const [oldest, present] = [randomBytes(32), randomBytes(32)];
    const first = createKeyring(oldest);
    const third = createKeyring(present, [old, oldest]);
    expect(third.open('job', first.seal('job', 'kept')).toString()).toBe('kept');
    expect(third.hmacs('code', '123456')).toContainEqual(first.hmac('code', '123456'));
  });

  it('has different fingerprints of a value for each kind', () => {
    const fingerprint = createFingerprint(randomBytes(32));
    expect(fingerprint('phone', '+380671234567')).toEqual(fingerprint('phone', '+380671234567'));
    expect(fingerprint('phone', 'x')).not.toEqual(fingerprint('email', 'x'));
    expect(fingerprint('phone', 'x')).toHaveLength(32);
  });
});
