import type { Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import { CLAIM_HOLD_MS, CLAIM_REST_MS } from '../../limits.ts';
import type { ClaimKind } from './claims.port.ts';

/**
 * Takes a claim that is free, has expired or no longer bars others, or renews the account's own, in one statement;
 * false if another account's claim bars it. The day for which claims bar others begins when any account first claims
 * the value.
 */
export const takeClaim = async (
  tx: Tx,
  claim: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; heldUntil: Date; now: Date },
): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT take_claim(${claim.kind}, ${claim.fingerprint}, ${claim.accountId}::uuid, ${claim.heldUntil},
                      ${after(claim.now, -CLAIM_HOLD_MS)}, ${after(claim.now, -CLAIM_REST_MS)}, ${claim.now}) AS taken`;
  return row?.taken ?? false;
};

/** Releases an account's claims. The rows stay: without `since`, the next claim would bar others for another day. */
export const releaseClaims = async (tx: Tx, accountId: string, kind: ClaimKind): Promise<void> => {
  await tx.$executeRaw`UPDATE claims SET account_id = NULL WHERE account_id = ${accountId}::uuid AND kind = ${kind}`;
};

/** Whether another account's claim bars the given account from the value. */
export const findBar = async (
  tx: Tx,
  value: { kind: ClaimKind; fingerprint: Uint8Array; accountId: string; now: Date },
): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM claims
     WHERE kind = ${value.kind} AND fingerprint = ${value.fingerprint} AND held_until > ${value.now}
       AND since > ${after(value.now, -CLAIM_HOLD_MS)}
       AND account_id <> ${value.accountId}::uuid`;
  return rows.length > 0;
};

/** The account that holds a phone number at `now`. */
export const findHolder = async (tx: Tx, phoneHash: Uint8Array, now: Date): Promise<string | undefined> => {
  const rows = await tx.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM claims
     WHERE kind = 'phone' AND fingerprint = ${phoneHash} AND held_until > ${now} AND account_id IS NOT NULL`;
  return rows[0]?.account_id;
};
