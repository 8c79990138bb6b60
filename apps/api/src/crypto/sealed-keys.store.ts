import { randomBytes } from 'node:crypto';
import type { Db } from '@laurel/database/client';
import { createFingerprint, type Fingerprint, type Keyring } from './keyring.ts';

const NAME = 'fingerprint';

/** DATA_KEY does not belong to this database. */
export class WrongDataKeyError extends Error {
  override name = 'WrongDataKeyError';

  constructor(options: ErrorOptions) {
    super(
      'DATA_KEY is not the key of this database: what is sealed there does not open. Set DATA_KEY to the key of this database, or add that key to DATA_KEY_PREVIOUS.',
      options,
    );
  }
}

const openWith = (keyring: Keyring, sealed: Uint8Array): Buffer => {
  try {
    return keyring.open('sealed-key', sealed);
  } catch (cause) {
    throw new WrongDataKeyError({ cause });
  }
};

/**
 * Loads the fingerprint key: random, created by the first process, sealed with DATA_KEY. A new DATA_KEY re-seals it and
 * changes no fingerprint, so a phone verified before a rotation stays verified.
 * @throws WrongDataKeyError
 */
export const loadFingerprint = async (db: Db, keyring: Keyring, now: Date): Promise<Fingerprint> => {
  const where = { name: NAME };
  const found = await db.sealedKey.findUnique({ where });
  // A command that reads the edition of another year can't write.
  if (!found) {
    await db.$executeRaw`
    INSERT INTO sealed_keys (name, sealed, created_at)
    VALUES (${NAME}, ${keyring.seal('sealed-key', randomBytes(32))}, ${now}) ON CONFLICT (name) DO NOTHING`;
  }
  const { sealed } = found ?? (await db.sealedKey.findUniqueOrThrow({ where }));
  const key = openWith(keyring, sealed);
  if (!keyring.id.equals(Buffer.from(sealed).subarray(0, keyring.id.length))) {
    // Only if the row is unchanged: two processes that start together must not overwrite each other.
    await db.sealedKey.updateMany({
      where: { name: NAME, sealed },
      data: { sealed: keyring.seal('sealed-key', key) },
    });
  }
  return createFingerprint(key);
};
