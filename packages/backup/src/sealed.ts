// How backups are sealed: gzip, then age (https://age-encryption.org/v1). Who has the secret key opens a file without Laurel:
//   age --decrypt --identity FILE SEALED | gunzip
import { PassThrough, pipeline, Readable } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './errors.ts';
import type { BackupSettings } from './settings.ts';

/** What a sealed file's name ends with. */
export const SEALED = '.gz.age';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The public keys in a text, one a line; # begins a comment. @throws BackupError naming `source` */
const recipientsIn = (text: string, source: string): string[] => {
  const keys = linesOf(text);
  try {
    const check = new Encrypter();
    for (const key of keys) check.addRecipient(key);
    if (keys.length > 0) return keys;
  } catch {
    // Said below, without the value: a secret key may stand there by mistake.
  }
  throw new BackupError(`${source}: must hold age public keys (age1…), one a line. "laurel backup key" makes a pair.`);
};

/** The secret keys in a text, as age-keygen writes it. @throws BackupError naming `source` */
const identitiesIn = (text: string, source: string): string[] => {
  const keys = linesOf(text);
  try {
    const check = new Decrypter();
    for (const key of keys) check.addIdentity(key);
    if (keys.length > 0) return keys;
  } catch {
    // Said below, without the value.
  }
  throw new BackupError(
    `${source}: must hold an age secret key (AGE-SECRET-KEY-1…), as "laurel backup key" writes it.`,
  );
};

/** Who can read what is written. @throws BackupError */
export const needRecipients = ({ recipient }: Pick<BackupSettings, 'recipient'>): readonly string[] => {
  if (recipient !== undefined) return recipientsIn(recipient, 'BACKUP_RECIPIENT');
  throw new BackupError(
    'Set BACKUP_RECIPIENT_FILE: a file with an age public key (age1…). "laurel backup key" makes a pair of keys.',
  );
};

/** What opens the backups. @throws BackupError */
export const needIdentities = ({ identity }: Pick<BackupSettings, 'identity'>): readonly string[] => {
  if (identity !== undefined) return identitiesIn(identity, 'BACKUP_IDENTITY');
  throw new BackupError(
    'The backups are encrypted: give the secret key (AGE-SECRET-KEY-1…) with --identity FILE (- reads the standard input), on a terminal, or by BACKUP_IDENTITY_FILE.',
  );
};

/** A new pair of keys: what opens backups, and what seals them. */
export const createKeyPair = async (): Promise<{ identity: string; recipient: string }> => {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
};

/** A pipeline's failure reaches the reader of its last stream: nobody else has to hear of it. */
const heardByReader = (): void => undefined;

/** Compresses quickly (level 1: the disk of a voting night matters less than its processor), then encrypts. */
export const seal = async (source: Readable, recipients: readonly string[]): Promise<Readable> => {
  const encrypter = new Encrypter();
  for (const key of recipients) encrypter.addRecipient(key);
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  pipeline(source, gzip, heardByReader);
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(gzip)));
};

/**
 * Opens what `seal` closed. Whoever reads it hears of a file that was changed or cut off.
 * @throws BackupError where no key fits
 */
export const unseal = async (sealed: Readable, identities: readonly string[]): Promise<Readable> => {
  const decrypter = new Decrypter();
  for (const key of identities) decrypter.addIdentity(key);
  let opened: Readable;
  try {
    opened = Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(sealed.pipe(new PassThrough()))));
  } catch (cause) {
    sealed.destroy();
    throw new BackupError(
      'A backup does not open with this secret key. It was made for another key, or the file is damaged.',
      { cause },
    );
  }
  const gunzip = createGunzip();
  pipeline(opened, gunzip, heardByReader);
  return gunzip;
};
