import { randomBytes } from 'node:crypto';
import type { Db } from '@laurel/database/client';
import { createFingerprint, type Fingerprint, type Keyring } from './keyring.ts';

const NAME = 'fingerprint';

/**
 * The fingerprint key: random, made by whichever process is first, sealed with DATA_KEY. Changing DATA_KEY re-seals it
 * and changes no fingerprint, so that a phone verified before a rotation stays taken after it.
 */
export const loadFingerprint = async (db: Db, keyring: Keyring, now: Date): Promise<Fingerprint> => {
  await db.$executeRaw`
    INSERT INTO sealed_keys (name, sealed, created_at)
    VALUES (${NAME}, ${keyring.seal('sealed-key', randomBytes(32))}, ${now}) ON CONFLICT (name) DO NOTHING`;
  const { sealed } = await db.sealedKey.findUniqueOrThrow({ where: { name: NAME } });
  const key = keyring.open('sealed-key', sealed);
  const resealed = keyring.seal('sealed-key', key);
  // The key's id is the first four bytes: under the current key there is nothing to renew.
  if (!resealed.subarray(0, 4).equals(Buffer.from(sealed).subarray(0, 4))) {
    await db.sealedKey.update({ where: { name: NAME }, data: { sealed: resealed } });
  }
  return createFingerprint(key);
};
