import type { Db, Tx } from '@laurel/database/client';
import type { MadePasskey, PasskeyUse } from '../../crypto/webauthn.ts';
import type { Challenge } from '../../crypto/webauthn-challenge.ts';

type StoredPasskey = { id: Uint8Array; madeAt: Date; usedAt: Date | null };

/** An account's passkeys, the oldest first. */
export const readPasskeys = (db: Db | Tx, accountId: string): Promise<StoredPasskey[]> => db.$queryRaw`
  SELECT credential_id AS id, made_at AS "madeAt", used_at AS "usedAt" FROM account_passkeys
   WHERE account_id = ${accountId}::uuid ORDER BY made_at`;

/**
 * Removes a passkey. The account's row is locked since its factor was accepted, so that a second removal sees the first.
 * @returns false if the account has no such passkey, or no other factor
 */
export const removePasskey = async (tx: Tx, accountId: string, id: Uint8Array): Promise<boolean> => {
  const removed = await tx.$executeRaw`
    WITH other AS (
      SELECT EXISTS (SELECT FROM account_passkeys
                      WHERE account_id = ${accountId}::uuid AND credential_id <> ${id}) AS passkey
    ), removed AS (
      DELETE FROM account_passkeys p USING accounts a, other
       WHERE p.credential_id = ${id} AND p.account_id = ${accountId}::uuid AND a.id = p.account_id
         AND (other.passkey OR a.totp_secret IS NOT NULL)
      RETURNING a.id
    )
    UPDATE accounts SET passkey_at = CASE WHEN other.passkey THEN passkey_at END
      FROM removed, other WHERE accounts.id = removed.id`;
  return removed === 1;
};

/** The public key of a passkey of the account. */
export const findPublicKey = async (
  tx: Tx,
  accountId: string,
  credentialId: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const [row] = await tx.$queryRaw<{ publicKey: Uint8Array }[]>`
    SELECT public_key AS "publicKey" FROM account_passkeys
     WHERE credential_id = ${credentialId} AND account_id = ${accountId}::uuid`;
  return row?.publicKey;
};

/** Spends a challenge: true for one answer only. */
export const spendChallenge = async (tx: Tx, { nonce, expiresAt }: Challenge): Promise<boolean> => {
  const spent = await tx.$executeRaw`
    INSERT INTO spent_proofs (nonce, expires_at) VALUES (${nonce}, ${expiresAt}) ON CONFLICT DO NOTHING`;
  return spent === 1;
};

/** Records the use of a passkey: the counter must have grown, unless the authenticator has none. @returns false if it has not */
export const usePasskey = async (
  tx: Tx,
  { accountId, credentialId, counter }: PasskeyUse & { accountId: string },
  now: Date,
): Promise<boolean> => {
  const used = await tx.$executeRaw`
    UPDATE account_passkeys SET counter = ${counter}, used_at = ${now}
     WHERE credential_id = ${credentialId} AND account_id = ${accountId}::uuid
       AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`;
  return used === 1;
};

/**
 * Stores a new passkey, which sets two-factor up. A trigger deletes the account's pending secrets, this setup's included.
 * @returns false if the setup has ended, or an account has this passkey
 */
export const confirmPasskey = async (
  tx: Tx,
  made: MadePasskey & { accountId: string; setupId: string },
  now: Date,
): Promise<boolean> => {
  const confirmed = await tx.$executeRaw`
    WITH made AS (
      INSERT INTO account_passkeys (credential_id, account_id, public_key, counter, made_at)
      SELECT ${made.credentialId}, account_id, ${made.publicKey}, ${made.counter}, ${now}::timestamptz
        FROM two_factor_setups WHERE id = ${made.setupId}::uuid AND account_id = ${made.accountId}::uuid
      ON CONFLICT DO NOTHING RETURNING account_id
    )
    UPDATE accounts SET passkey_at = coalesce(passkey_at, ${now}), totp_confirmed_at = coalesce(totp_confirmed_at, ${now})
      FROM made WHERE id = made.account_id`;
  return confirmed === 1;
};
