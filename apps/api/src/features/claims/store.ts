import type { Tx } from '@laurel/database/client';
import type { ClaimKind } from '../../lib/identity.ts';

/**
 * Takes a free claim, one that has run out, or renews the account's own, in one statement; false where another account
 * holds it.
 */
export const takeClaim = async (
  tx: Tx,
  claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
): Promise<boolean> => {
  const taken = await tx.$executeRaw`
    INSERT INTO claims AS c (kind, fingerprint, account_id, held_until)
    VALUES (${claim.kind}, ${claim.fingerprint}, ${claim.accountId}::uuid, ${claim.heldUntil})
    ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until
     WHERE c.account_id = excluded.account_id OR c.held_until <= ${claim.now}`;
  return taken === 1;
};

export const deleteClaims = async (tx: Tx, accountId: string, kind: ClaimKind): Promise<void> => {
  await tx.$executeRaw`DELETE FROM claims WHERE account_id = ${accountId}::uuid AND kind = ${kind}`;
};

export const findHolder = async (
  tx: Tx,
  kind: ClaimKind,
  fingerprint: Uint8Array,
  now: Date,
): Promise<string | undefined> => {
  const rows = await tx.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM claims WHERE kind = ${kind} AND fingerprint = ${fingerprint} AND held_until > ${now}`;
  return rows[0]?.account_id;
};
