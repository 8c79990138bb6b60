import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Bytes in their own buffer, as Prisma requires for bytea. */
export type Bytes = Buffer<ArrayBuffer>;

/** The purpose of a subkey: a value sealed or hashed for one purpose is invalid for another. */
export type Purpose =
  | 'totp-secret'
  | 'job'
  | 'proof-code'
  | 'code'
  | 'code-handle'
  | 'code-digits'
  | 'sealed-key'
  | 'proof-of-work'
  | 'console-challenge'
  | 'voter-challenge'
  | 'objection'
  | 'winners-mail'
  | 'reminders'
  | 'stage';

export type Keyring = {
  /** The current key's id: the first four bytes of everything it seals. */
  id: Bytes;
  /** Encrypts with AES-256-GCM (NIST SP 800-38D) under the current key. The result includes the key's id. */
  seal(purpose: Purpose, plain: string | Buffer): Bytes;
  /** Decrypts the result of `seal` with the current or a previous key. @throws Error if no key fits or a byte was changed */
  open(purpose: Purpose, sealed: Uint8Array): Bytes;
  /** HMAC-SHA-256 (RFC 2104) of a short-lived value under the current key. */
  hmac(purpose: Purpose, value: string): Bytes;
  /** The same under every key, the current one first: a stored HMAC may be of a previous key. */
  hmacs(purpose: Purpose, value: string): Bytes[];
};

const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Key = { id: Bytes; subkey(purpose: Purpose): Buffer };

const deriveKey = (master: Buffer): Key => {
  const subkeys = new Map<Purpose, Buffer>();
  return {
    id: createHash('sha256').update('laurel key id').update(master).digest().subarray(0, ID_BYTES),
    subkey: (purpose) => {
      const known = subkeys.get(purpose);
      if (known) return known;
      const made = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `laurel ${purpose}`, 32));
      subkeys.set(purpose, made);
      return made;
    },
  };
};

const hmacWith = (key: Buffer, value: string): Bytes => createHmac('sha256', key).update(value).digest();

/**
 * Creates the keys for sealing and hashing, derived with HKDF (RFC 5869) from DATA_KEY.
 * @param current 32 bytes, for new values
 * @param previous keys before a rotation, which still decrypt and match
 */
export const createKeyring = (current: Buffer, previous: readonly Buffer[] = []): Keyring => {
  const newest = deriveKey(current);
  const keys = [newest, ...previous.map(deriveKey)];
  return {
    id: newest.id,
    seal: (purpose, plain) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.subkey(purpose), iv);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([newest.id, iv, cipher.getAuthTag(), body]);
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed);
      const id = bytes.subarray(0, ID_BYTES);
      const key = keys.find((each) => each.id.equals(id));
      if (!key || bytes.length < ID_BYTES + IV_BYTES + TAG_BYTES) throw new Error('sealed with an unknown key');
      const iv = bytes.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
      const tag = bytes.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key.subkey(purpose), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes.subarray(ID_BYTES + IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
    hmac: (purpose, value) => hmacWith(newest.subkey(purpose), value),
    hmacs: (purpose, value) => keys.map((key) => hmacWith(key.subkey(purpose), value)),
  };
};

/**
 * The kind of value behind a fingerprint. The names are hashed with the values, so they can't change. `asker` is a
 * requester.
 */
export type FingerprintKind =
  | 'asker'
  | 'email'
  | 'phone'
  | 'instagram'
  | 'instagram-id'
  | 'telegram'
  | 'telegram-name'
  | 'backup-code'
  | 'hook';

/** A keyed hash of a value that stays comparable for years, across changes of DATA_KEY. */
export type Fingerprint = (kind: FingerprintKind, value: string) => Bytes;

/** Creates fingerprints under their own key, which is stored sealed in the database (sealed_keys). */
export const createFingerprint =
  (key: Buffer): Fingerprint =>
  (kind, value) =>
    hmacWith(key, `${kind}\0${value}`);
