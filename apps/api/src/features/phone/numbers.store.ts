import type { Tx } from '@laurel/database/client';
import type { Bytes } from '../../crypto/keyring.ts';

/** The number of an account; `verifiedAt` is null if it is not proven. */
export type StoredNumber = { accountId: string; number: string; verifiedAt: Date | null };

/**
 * Numbers of accounts ordered by id, after `afterId`. OFFSET 0 keeps PostgreSQL from turning the subquery into a join, which
 * would read all proofs for each page.
 */
export const readNumbers = (db: Tx, afterId: string, count: number): Promise<StoredNumber[]> =>
  db.$queryRaw<StoredNumber[]>`
    SELECT a.id AS "accountId", a.phone_number AS number, p.verified_at AS "verifiedAt"
      FROM accounts a
      LEFT JOIN LATERAL (SELECT verified_at FROM phone_verifications WHERE account_id = a.id AND revoked_at IS NULL OFFSET 0) p ON true
     WHERE a.phone_number IS NOT NULL AND a.id > ${afterId}::uuid
     ORDER BY a.id LIMIT ${count}`;

/** Locks an account until the transaction ends and returns its number; null if it has none. */
export const lockNumber = async (tx: Tx, accountId: string): Promise<string | null> => {
  const [row] = await tx.$queryRaw<{ number: string | null }[]>`
    SELECT phone_number AS number FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
  return row?.number ?? null;
};

export const setNumber = async (tx: Tx, accountId: string, phoneNumber: string): Promise<void> => {
  await tx.account.updateMany({ where: { id: accountId }, data: { phoneNumber } });
};

/**
 * Moves the proof of an account's number to another fingerprint, unless another account has that one: the unique key
 * decides. The row of the old fingerprint stays, withdrawn. Does nothing for an account without a proof.
 * @returns the id of the other account that has the fingerprint `to`, or undefined
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
  // Inserted as withdrawn, because an account may have only one valid proof.
  const inserted = await tx.$executeRaw`
    INSERT INTO phone_verifications AS p (account_id, phone_hash, verified_at, revoked_at)
    VALUES (${accountId}::uuid, ${to}, ${proof.verifiedAt}, ${now})
    ON CONFLICT (phone_hash) DO UPDATE SET verified_at = excluded.verified_at WHERE p.account_id = excluded.account_id`;
  if (inserted === 0) {
    const other = await tx.phoneVerification.findUnique({ where: { phoneHash: to }, select: { accountId: true } });
    return other?.accountId;
  }
  await tx.phoneVerification.updateMany({ where: { accountId, phoneHash: from }, data: { revokedAt: now } });
  await tx.phoneVerification.updateMany({ where: { accountId, phoneHash: to }, data: { revokedAt: null } });
  return undefined;
};
