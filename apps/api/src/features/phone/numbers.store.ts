import type { Db, Tx } from '@laurel/database/client';
import type { Bytes } from '../../crypto/keyring.ts';

/** The number of an account; `verifiedAt` where it is proven. */
export type KeptNumber = { accountId: string; number: string; verifiedAt: Date | null };

/** Numbers of accounts in the order of their ids, from the one after `afterId` on. */
export const readNumbers = (db: Db, afterId: string, count: number): Promise<KeptNumber[]> =>
  db.$queryRaw<KeptNumber[]>`
    SELECT a.id AS "accountId", a.phone_number AS number, p.verified_at AS "verifiedAt"
      FROM accounts a LEFT JOIN phone_verifications p ON p.account_id = a.id AND p.revoked_at IS NULL
     WHERE a.phone_number IS NOT NULL AND a.id > ${afterId}::uuid
     ORDER BY a.id LIMIT ${count}`;

/** Holds an account until the transaction ends; its number, or null where it has none any more. */
export const holdNumber = async (tx: Tx, accountId: string): Promise<string | null> => {
  const [row] = await tx.$queryRaw<{ number: string | null }[]>`
    SELECT phone_number AS number FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  return row?.number ?? null;
};

export const setNumber = async (tx: Tx, accountId: string, phoneNumber: string): Promise<void> => {
  await tx.account.updateMany({ where: { id: accountId }, data: { phoneNumber } });
};

/**
 * Moves the proof of a number to another fingerprint of it; the unique key decides. The old row stays, withdrawn. An
 * account without a proof is left alone.
 * @returns whose the other fingerprint is, where it is another account's
 */
export const moveProof = async (
  tx: Tx,
  { accountId, from, to, now }: { accountId: string; from: Bytes; to: Bytes; now: Date },
): Promise<string | undefined> => {
  const proof = await tx.phoneVerification.findFirst({
    where: { accountId, phoneHash: from, revokedAt: null },
    select: { verifiedAt: true },
  });
  if (!proof) return undefined;
  // Withdrawn at first: an account has one live proof.
  const ours = await tx.$executeRaw`
    INSERT INTO phone_verifications AS p (account_id, phone_hash, verified_at, revoked_at)
    VALUES (${accountId}::uuid, ${to}, ${proof.verifiedAt}, ${now})
    ON CONFLICT (phone_hash) DO UPDATE SET verified_at = excluded.verified_at WHERE p.account_id = excluded.account_id`;
  if (ours === 0) {
    const other = await tx.phoneVerification.findUnique({ where: { phoneHash: to }, select: { accountId: true } });
    return other?.accountId;
  }
  await tx.phoneVerification.updateMany({ where: { accountId, phoneHash: from }, data: { revokedAt: now } });
  await tx.phoneVerification.updateMany({ where: { accountId, phoneHash: to }, data: { revokedAt: null } });
  return undefined;
};
