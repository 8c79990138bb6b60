import type { Language } from '@laurel/contracts/languages';
import type { Db, Tx } from '@laurel/database/client';
import { CODE_TRIES } from '../../limits.ts';

/**
 * Marks an account's mailbox as proven and locks the row until the transaction ends.
 * @returns its address and whether two-factor is set up; undefined if the account was deleted or erased
 */
export const markEmailVerified = async (
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<{ email: string; twoFactorReady: boolean } | undefined> => {
  const [row] = await tx.$queryRaw<{ email: string; twoFactorReady: boolean }[]>`
    UPDATE accounts SET email_verified_at = coalesce(email_verified_at, ${now})
     WHERE id = ${accountId}::uuid AND erased_at IS NULL
    RETURNING email, totp_confirmed_at IS NOT NULL AS "twoFactorReady"`;
  return row;
};

/**
 * Sets a new password and marks the mailbox as proven. If it was not proven before, another person may have registered
 * the account: the name and the phone number are cleared, and the language is the given one.
 * @returns `takenOver` if the mailbox was not proven before; undefined if the account was deleted or erased
 */
export const replacePassword = async (
  tx: Tx,
  reset: { accountId: string; passwordHash: string; language: Language; now: Date },
): Promise<{ takenOver: boolean } | undefined> => {
  const [row] = await tx.$queryRaw<{ takenOver: boolean }[]>`
    WITH before AS (SELECT id, email_verified_at FROM accounts WHERE id = ${reset.accountId}::uuid FOR NO KEY UPDATE)
    UPDATE accounts a
       SET password_hash = ${reset.passwordHash},
           email_verified_at = coalesce(a.email_verified_at, ${reset.now}),
           name = CASE WHEN a.email_verified_at IS NULL THEN '' ELSE a.name END,
           language = CASE WHEN a.email_verified_at IS NULL THEN ${reset.language} ELSE a.language END,
           phone_number = CASE WHEN a.email_verified_at IS NULL THEN NULL ELSE a.phone_number END
      FROM before
     WHERE a.id = before.id AND a.erased_at IS NULL
    RETURNING before.email_verified_at IS NULL AS "takenOver"`;
  return row;
};

/**
 * Whether an account exists and is not erased. Waits for an erasure in progress. A later erasure waits for this
 * transaction, and so finds the rows that it writes. Without an account, this does the same work.
 */
export const holdAccount = async (tx: Tx, accountId: string | undefined): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM accounts WHERE id = ${accountId ?? null}::uuid AND erased_at IS NULL FOR KEY SHARE`;
  return rows.length > 0;
};

/** Deletes the client hints of an account. */
export const deleteClientHints = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.clientHint.deleteMany({ where: { accountId } });
};

/** Whether a handle has an open code for a new password. Only saves the hashing of passwords for other handles. */
export const isResetOpen = async (db: Db, handleHash: Uint8Array<ArrayBuffer>, now: Date): Promise<boolean> => {
  const open = await db.challenge.findFirst({
    where: {
      handleHash,
      kind: 'password_reset',
      consumedAt: null,
      attempts: { lt: CODE_TRIES },
      expiresAt: { gt: now },
    },
    select: { id: true },
  });
  return open !== null;
};
