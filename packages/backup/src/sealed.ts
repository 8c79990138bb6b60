// Backups are compressed with gzip and encrypted with age (https://age-encryption.org/v1). To open one without Laurel:
//   age --decrypt --identity FILE SEALED | gunzip
import { PassThrough, pipeline, Readable } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './errors.ts';
import type { BackupSettings } from './settings.ts';
import type { Signer } from './signed.ts';
import type { Store } from './store.ts';

/** Where backups are written, the keys that they are encrypted to, and who signs them. */
export type Writing = { store: Store; recipients: readonly string[]; signer: Signer };

export const SEALED = '.gz.age';

/**
 * Reads keys, one a line, as age-keygen writes them; # starts a comment.
 * @param check throws for a key of another kind
 * @throws BackupError with `problem`, without the value: it may be a private key by mistake
 */
const keysIn = (text: string, check: (key: string) => void, problem: string): readonly string[] => {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const key of keys) check(key);
    if (keys.length > 0) return keys;
  } catch {
    // Reported below.
  }
  throw new BackupError(problem);
};

/** The public keys that backups are encrypted to. @throws BackupError */
export const requireRecipients = ({ recipient }: Pick<BackupSettings, 'recipient'>): readonly string[] => {
  if (recipient === undefined) {
    throw new BackupError(
      'Set BACKUP_RECIPIENT_FILE: a file with an age public key (age1…). "laurel backup key" makes a pair of keys.',
    );
  }
  return keysIn(
    recipient,
    (key) => new Encrypter().addRecipient(key),
    'BACKUP_RECIPIENT: must hold age public keys (age1…), one a line. "laurel backup key" makes a pair.',
  );
};

/** The private keys that decrypt backups. @throws BackupError */
export const requireIdentities = ({ identity }: Pick<BackupSettings, 'identity'>): readonly string[] => {
  if (identity === undefined) {
    throw new BackupError(
      'The backups are encrypted: give the private key (AGE-SECRET-KEY-1…) with --identity FILE (- reads the standard input), on a terminal, or by BACKUP_IDENTITY_FILE.',
    );
  }
  return keysIn(
    identity,
    (key) => new Decrypter().addIdentity(key),
    'BACKUP_IDENTITY: must hold an age private key (AGE-SECRET-KEY-1…), as "laurel backup key" writes it.',
  );
};

/** Creates a pair of age keys: `identity` decrypts backups, `recipient` encrypts them. */
export const createKeyPair = async (): Promise<{ identity: string; recipient: string }> => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};

/** A pipeline's error reaches the reader of its last stream, so the callback ignores it. */
const ignoreError = (): void => undefined;

/** Compresses (level 1: CPU matters more than disk space during voting), then encrypts. */
export const seal = async (source: Readable, recipients: readonly string[]): Promise<Readable> => {
  const encrypter = new Encrypter();
  for (const key of recipients) encrypter.addRecipient(key);
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  pipeline(source, gzip, ignoreError);
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(gzip)));
};

/**
 * Decrypts and decompresses a sealed stream. Reading it throws if the file was changed or cut off.
 * @throws BackupError if no key fits; the error of the sealed stream
 */
export const unseal = async (sealed: Readable, identities: readonly string[]): Promise<Readable> => {
  const decrypter = new Decrypter();
  for (const key of identities) decrypter.addIdentity(key);
  let opened: Readable;
  try {
    opened = Readable.fromWeb(
      await decrypter.decrypt(Readable.toWeb(pipeline(sealed, new PassThrough(), ignoreError))),
    );
  } catch (cause) {
    if (sealed.errored) throw sealed.errored;
    sealed.destroy();
    throw new BackupError(
      'A backup does not open with this private key. It was made for another key, or the file is damaged.',
      { cause },
    );
  }
  const gunzip = createGunzip();
  pipeline(opened, gunzip, ignoreError);
  return gunzip;
};
