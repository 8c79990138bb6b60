import { CLAIM_HOLD_MS, CLAIM_REST_MS } from '@laurel/contracts/limits';
import type { Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { ClaimKind } from './claims.port.ts';

/**
 * Takes a free claim, one that has run out or no longer bars others, or renews the account's own, in one statement; false
 * where another account holds it. A claim bars others for a day from when the value was first held, whoever held it.
 */
export const takeClaim = async (
  tx: Tx,
  claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
): Promise<boolean> => {
  const taken = await tx.$executeRaw`
    INSERT INTO claims AS c (kind, fingerprint, account_id, held_until, since)
    VALUES (${claim.kind}, ${claim.fingerprint}, ${claim.accountId}::uuid, ${claim.heldUntil}, ${claim.now})
    ON CONFLICT (kind, fingerprint) DO UPDATE SET account_id = excluded.account_id, held_until = excluded.held_until,
           since = CASE WHEN c.since <= ${after(claim.now, -CLAIM_REST_MS)} THEN excluded.since ELSE c.since END
     WHERE c.account_id = excluded.account_id OR c.account_id IS NULL OR c.held_until <= ${claim.now}
        OR c.since <= ${after(claim.now, -CLAIM_HOLD_MS)}`;
  return taken === 1;
};

/** Lets go of an account's claims; that they were held is kept, or letting go would begin another day. */
export const releaseClaims = async (tx: Tx, accountId: string, kind: ClaimKind): Promise<void> => {
  await tx.$executeRaw`UPDATE claims SET account_id = NULL WHERE account_id = ${accountId}::uuid AND kind = ${kind}`;
};

/** Whether an account other than the given one holds it, and still bars others. */
export const findBar = async (
  tx: Tx,
  ask: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string | undefined; now: Date },
): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM claims
     WHERE kind = ${ask.kind} AND fingerprint = ${ask.fingerprint} AND held_until > ${ask.now}
       AND (since IS NULL OR since > ${after(ask.now, -CLAIM_HOLD_MS)})
       AND account_id IS NOT NULL AND account_id IS DISTINCT FROM ${ask.accountId ?? null}::uuid`;
  return rows.length > 0;
};

export const findHolder = async (
  tx: Tx,
  kind: ClaimKind,
  fingerprint: Uint8Array,
  now: Date,
): Promise<string | undefined> => {
  const rows = await tx.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM claims
     WHERE kind = ${kind} AND fingerprint = ${fingerprint} AND held_until > ${now} AND account_id IS NOT NULL`;
  return rows[0]?.account_id;
};
