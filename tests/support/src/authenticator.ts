import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

// WebAuthn Level 3, §6.1: flags of the authenticator data.
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

/** The CBOR (RFC 8949) that an attestation needs: small integers, short byte and text strings, and maps. */
const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
};
type Cbor = number | string | Buffer | readonly (readonly [number | string, Cbor])[];
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.length), ...value.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
};

/** COSE key of ES256 (RFC 9053, §7.1). */
const coseKey = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
};

type Options = {
  /** The page's origin. */
  origin: string;
  /** Whether it verifies its user, as by a PIN or a fingerprint. */
  verifiesUser?: boolean;
  /** Whether it counts its signatures. Authenticators that copy their passkeys to other devices do not. */
  counts?: boolean;
};

/** A software authenticator with one passkey, for tests of the API. Tests in a browser use Chromium's. */
export const createAuthenticator = ({ origin, verifiesUser = true, counts = true }: Options) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const authenticatorData = (more = Buffer.alloc(0), flags = 0): Buffer => {
    if (counts) counter += 1;
    const sync = counts ? 0 : BACKUP_ELIGIBLE | BACKED_UP;
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | sync | flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(new URL(origin).hostname).digest(), head, more]);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    /** Lowers the counter, as if an older copy of this authenticator signed next. */
    rewind: (by: number): void => {
      counter -= by;
    },
    /** Answers a request to make a passkey (navigator.credentials.create). */
    create: ({ challenge }: { challenge: string }) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const data = authenticatorData(credential, HAS_CREDENTIAL);
      const attestation = cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers a request for a passkey (navigator.credentials.get). */
    get: ({ challenge }: { challenge: string }) => {
      const data = authenticatorData();
      const client = clientData('webauthn.get', challenge);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      };
    },
  };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;
