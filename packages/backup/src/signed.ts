// The backup service signs its files (docs/decisions/111-signed-backups.md). A signed file starts with two lines:
//   {"format":"laurel-backup-1","kind":…}                    a statement, as JSON on one line
//   laurel-ed25519 KEY-ID SIGNATURE                           Ed25519 over the first line with its line feed, in base64
// In a WAL file, the compressed and encrypted segment follows.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './errors.ts';
import type { BackupSettings } from './settings.ts';

export const SIGNED = '.signed';
const FORMAT = 'laurel-backup-1';
const LINE_FEED = 0x0a;
/** A statement has a few hundred bytes; a longer first line is not a statement. */
const MAX_STATEMENT = 16 * 1024;

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The SHA-256 of a stream. `pass` passes the stream on. @param seen called with the size of each chunk */
export const createDigest = (seen?: (bytes: number) => void) => {
  const hash = createHash('sha256');
  return {
    pass: async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        seen?.(chunk.length);
        yield chunk;
      }
    },
    hex: (): string => hash.digest('hex'),
  };
};

/** A key's id in signatures: the first 64 bits of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
const keyIdOf = (key: KeyObject): string => digestOf(key.export({ type: 'spki', format: 'der' })).slice(0, 16);

export type Signer = {
  keyId: string;
  verifyKey: string;
  /** Returns the statement and its signature: two lines. */
  sign(kind: string, claims: Readonly<Record<string, unknown>>): Buffer;
};

/**
 * The trusted keys by their ids, and whether unsigned files are accepted. `keys` is undefined only together with
 * `unsigned`: then nothing is checked.
 */
export type Trust = { keys: ReadonlyMap<string, KeyObject> | undefined; unsigned: boolean };

const PEM = /-----BEGIN ([A-Z ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;

const isEd25519 = (key: KeyObject): boolean => key.asymmetricKeyType === 'ed25519';

/** Reads concatenated public keys, PEM. @throws BackupError naming `source`, without the value, as in `signerOf` */
const publicKeysIn = (text: string, source: string): KeyObject[] => {
  try {
    const keys = [...text.matchAll(PEM)]
      .filter(([, label]) => label === 'PUBLIC KEY')
      .map(([pem]) => createPublicKey(pem));
    if (keys.length > 0 && keys.every(isEd25519)) return keys;
  } catch {
    // Reported below.
  }
  throw new BackupError(
    `${source}: must hold Ed25519 public keys (-----BEGIN PUBLIC KEY-----), as "laurel backup keys" writes them.`,
  );
};

/** Creates a signer from a private key, PEM. @throws BackupError */
const signerOf = (text: string): Signer => {
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
    if (!isEd25519(key)) throw new Error('another kind of key');
  } catch {
    throw new BackupError(
      'BACKUP_SIGNING_KEY: must hold an Ed25519 private key in PEM (PKCS #8), as "laurel backup keys" writes it.',
    );
  }
  const publicKey = createPublicKey(key);
  const keyId = keyIdOf(publicKey);
  return {
    keyId,
    verifyKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (kind, claims) => {
      const line = Buffer.from(`${JSON.stringify({ format: FORMAT, kind, ...claims })}\n`);
      const signature = sign(null, line, key).toString('base64');
      return Buffer.concat([line, Buffer.from(`laurel-ed25519 ${keyId} ${signature}\n`)]);
    },
  };
};

/** Creates a pair of Ed25519 keys, PEM: `signingKey` signs backups, `verifyKey` verifies them. */
export const createSigningKeys = (): { signingKey: string; verifyKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    verifyKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

/** The public keys that this machine trusts, concatenated PEM; empty if it has none. @throws BackupError */
export const verifyKeyText = ({ verifyKey, signingKey }: Pick<BackupSettings, 'verifyKey' | 'signingKey'>): string => {
  const own = signingKey === undefined ? '' : signerOf(signingKey).verifyKey;
  return [verifyKey ?? '', own].filter((text) => text !== '').join('\n');
};

export const requireSigner = ({ signingKey }: Pick<BackupSettings, 'signingKey'>): Signer => {
  if (signingKey !== undefined) return signerOf(signingKey);
  throw new BackupError(
    'Set BACKUP_SIGNING_KEY_FILE: backups are signed. "deploy/laurel backup keys complete" makes the keys that are missing.',
  );
};

/**
 * Returns the keys that a reader of the store trusts.
 * @param given the text of the organiser's keys, which replace those of the machine
 * @throws BackupError if there is no key and unsigned files are not allowed
 */
export const requireTrust = (
  settings: Pick<BackupSettings, 'verifyKey' | 'signingKey'>,
  { given, unsigned = false }: { given?: string | undefined; unsigned?: boolean } = {},
): Trust => {
  const own = verifyKeyText(settings);
  const [text, source] = given === undefined ? [own, 'BACKUP_VERIFY_KEY'] : [given, '--verify-key'];
  if (given !== undefined || own !== '') {
    return { keys: new Map(publicKeysIn(text, source).map((key) => [keyIdOf(key), key])), unsigned };
  }
  if (unsigned) return { keys: undefined, unsigned };
  throw new BackupError(
    'Backups are signed: give the public key that checks the signatures with --verify-key FILE (your copy of backup_verify_key), or set BACKUP_VERIFY_KEY_FILE. Without it, "--unsigned" accepts the backups unchecked.',
  );
};

const SIGNATURE = /^laurel-ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/;

/**
 * Reads a signed file.
 * @param source its name, for error messages
 * @returns the claims of the statement, and the bytes after it
 * @throws BackupError if it is not signed by a trusted key, or the statement has another shape
 */
export const openSigned = <T extends z.ZodRawShape, Kind extends string>(
  bytes: Buffer,
  { source, kind, shape, trust }: { source: string; kind: Kind; shape: T; trust: Trust },
) => {
  const first = bytes.subarray(0, MAX_STATEMENT).indexOf(LINE_FEED);
  const second = first < 0 ? -1 : bytes.subarray(0, first + 200).indexOf(LINE_FEED, first + 1);
  const [, keyId, signature] = SIGNATURE.exec(bytes.toString('latin1', first + 1, Math.max(second, 0))) ?? [];
  if (keyId === undefined || signature === undefined) throw new BackupError(`${source} has no signature.`);
  const line = bytes.subarray(0, first + 1);
  const key = trust.keys?.get(keyId);
  if (trust.keys && !key) {
    const trusted = [...trust.keys.keys()].join(', ');
    throw new BackupError(`${source} is signed by another key (${keyId}) than the trusted ones (${trusted}).`);
  }
  if (key && !verify(null, line, key, Buffer.from(signature, 'base64'))) {
    throw new BackupError(`${source} was changed: its signature is not that of key ${keyId}.`);
  }
  // With `kind`, a signature for one kind of file is not valid for another.
  const statement = z.object({ format: z.literal(FORMAT), kind: z.literal(kind), ...shape });
  try {
    return { stated: statement.parse(JSON.parse(line.toString())), rest: bytes.subarray(second + 1) };
  } catch {
    throw new BackupError(`${source} does not contain the expected statement.`);
  }
};
