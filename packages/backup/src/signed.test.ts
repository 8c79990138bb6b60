import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSigningKeys, openSigned, requireSigner, requireTrust, verifyKeyText } from './signed.ts';

const keys = createSigningKeys();
const others = createSigningKeys();
const signer = requireSigner(keys);
const trust = requireTrust(keys);
const shape = { name: z.string() };
const open = (bytes: Buffer, believed = trust, kind = 'wal') =>
  openSigned(bytes, { source: 'the file', kind, shape, trust: believed });
const signed = signer.sign('wal', { name: 'a' });

describe('a signed statement', () => {
  it('has two lines, and returns the bytes after them', () => {
    const { stated, rest } = open(Buffer.concat([signed, Buffer.from('content\nof any kind')]));
    expect(stated).toEqual({ format: 'laurel-backup-1', kind: 'wal', name: 'a' });
    expect(rest.toString()).toBe('content\nof any kind');
  });

  it('has an Ed25519 signature of its first line, which can be verified without Laurel', () => {
    const [line = '', second = ''] = signed.toString().split('\n');
    const [name, keyId, signature = ''] = second.split(' ');
    expect([name, keyId]).toEqual(['laurel-ed25519', signer.keyId]);
    const key = createPublicKey(keys.verifyKey);
    expect(verify(null, Buffer.from(`${line}\n`), key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it.each([
    ['changed', Buffer.from(signed.toString().replace('"a"', '"b"')), 'was changed'],
    ['without a signature', Buffer.from('{"format":"laurel-backup-1","kind":"wal","name":"a"}\n'), 'no signature'],
    ['signed by another key', requireSigner(others).sign('wal', { name: 'a' }), 'signed by another key'],
    ['for another kind of file', signer.sign('head', { name: 'a' }), 'does not contain the expected statement'],
    ['something else', signer.sign('wal', { named: 'a' }), 'does not contain the expected statement'],
    ['empty', Buffer.alloc(0), 'no signature'],
  ])('is rejected if it is %s', (_, bytes, problem) => {
    expect(() => open(bytes)).toThrow(problem);
  });

  it('is accepted from each trusted key, and from no other', () => {
    const rotated = requireTrust({ signingKey: others.signingKey, verifyKey: `${others.verifyKey}${keys.verifyKey}` });
    expect(open(signed, rotated).stated.name).toBe('a');
    expect(() => open(signed, requireTrust(others))).toThrow('signed by another key');
    expect(() => open(signed, requireTrust(keys, { given: others.verifyKey }))).toThrow('signed by another key');
  });

  it('is unchecked only without a key and with the option for it', () => {
    const nobody = { signingKey: undefined, verifyKey: undefined };
    expect(() => requireTrust(nobody)).toThrow('--verify-key');
    expect(
      open(requireSigner(others).sign('wal', { name: 'x' }), requireTrust(nobody, { unsigned: true })).stated.name,
    ).toBe('x');
    expect(() =>
      open(requireSigner(others).sign('wal', { name: 'x' }), requireTrust(keys, { unsigned: true })),
    ).toThrow('signed by another key');
  });
});

describe('the keys', () => {
  it('are checked without being quoted in errors', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsaPublic = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const problems: unknown[] = [];
    for (const wrong of [
      keys.verifyKey,
      'nothing',
      rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ]) {
      expect(() => requireSigner({ signingKey: wrong })).toThrow(
        'BACKUP_SIGNING_KEY: must hold an Ed25519 private key',
      );
    }
    for (const wrong of [keys.signingKey, 'nothing', rsaPublic, `${keys.verifyKey}${rsaPublic}`]) {
      try {
        requireTrust({ signingKey: undefined, verifyKey: wrong });
      } catch (error) {
        problems.push(String(error));
      }
    }
    expect(problems).toHaveLength(4);
    for (const problem of problems) expect(problem).toMatch(/BACKUP_VERIFY_KEY: must hold Ed25519 public keys/);
    expect(problems.join()).not.toContain(keys.signingKey.split('\n')[1]);
    expect(() => requireSigner({ signingKey: undefined })).toThrow('BACKUP_SIGNING_KEY_FILE');
  });

  it('of this machine are its own public key and the configured ones', () => {
    const text = verifyKeyText({ signingKey: keys.signingKey, verifyKey: others.verifyKey.trim() });
    const { keys: trusted } = requireTrust({ signingKey: undefined, verifyKey: text });
    expect([...(trusted?.keys() ?? [])].toSorted()).toEqual([signer.keyId, requireSigner(others).keyId].toSorted());
    expect(verifyKeyText({ signingKey: undefined, verifyKey: undefined })).toBe('');
  });
});
