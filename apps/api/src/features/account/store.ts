import type { Language } from '@laurel/contracts/languages';
import type { User } from '@laurel/contracts/records';
import type { VerificationType } from '@laurel/contracts/verification';
import type { Db, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import type { Bytes } from '../../crypto/keyring.ts';
import type { PhoneFingerprints } from '../../crypto/phone-number.ts';
import { CLAIM_HOLD_MS, CLAIM_REST_MS } from '../../limits.ts';

/** The fields of an account that login and the mailbox need. */
export type KnownAccount = {
  id: string;
  name: string;
  email: string;
  emailCanonical: string;
  phoneNumber: string | null;
  passwordHash: string;
  language: Language;
  emailVerified: boolean;
};

type Replaced = { emailCanonical: string; passwordHash: string };

/**
 * Deletes the account whose registration returned this request id, if its address was never proven. The code of the
 * registration has the creation time of its account; every other code is later. The account stays while another requester's code or a code for a new password is open: the owner of the
 * mailbox may be taking it over.
 * @returns the address of the deleted account, in canonical form, and its password; undefined if none was deleted
 */
export const deleteReplaced = async (tx: Tx, handleHash: Buffer, now: Date): Promise<Replaced | undefined> => {
  // Locks the code before the account, as verify-email does. Only the next statement sees a code that was requested
  // while this one waited.
  const [held] = await tx.$queryRaw<{ id: string; thread: string }[]>`
    WITH code AS MATERIALIZED (
      SELECT account_id, created_at, thread FROM challenges
       WHERE handle_hash = ${handleHash} AND kind = 'email' FOR UPDATE)
    SELECT a.id, code.thread FROM accounts a JOIN code ON a.id = code.account_id
     WHERE a.created_at = code.created_at AND a.email_verified_at IS NULL AND a.erased_at IS NULL FOR UPDATE OF a`;
  if (!held) return undefined;
  const [deleted] = await tx.$queryRaw<Replaced[]>`
    DELETE FROM accounts a
     WHERE a.id = ${held.id}::uuid
       AND NOT EXISTS (SELECT FROM challenges c
                        WHERE c.account_id = a.id AND c.consumed_at IS NULL AND c.expires_at > ${now}
                          AND (c.kind <> 'email' OR c.thread IS DISTINCT FROM ${held.thread}))
    RETURNING email_canonical AS "emailCanonical", password_hash AS "passwordHash"`;
  return deleted;
};

type NewAccount = {
  name: string;
  email: string;
  emailCanonical: string;
  phoneNumber: string;
  passwordHash: string;
  language: Language;
  /** The fingerprint of the address. */
  address: Bytes;
  phone: PhoneFingerprints;
  now: Date;
};

/**
 * Creates an account and claims its number for a day. The transaction must roll back if the address or the number is taken.
 * @returns its id, and what is taken
 */
export const registerAccount = async (
  tx: Tx,
  account: NewAccount,
): Promise<{ accountId: string; email: boolean; phone: boolean }> => {
  const { name, email, emailCanonical, phoneNumber, passwordHash, language, address, phone, now } = account;
  const [row] = await tx.$queryRaw<{ accountId: string; email: boolean; phone: boolean }[]>`
    SELECT account AS "accountId", email_taken AS email, phone_taken AS phone
      FROM register_account(${name}, ${email}, ${emailCanonical}, ${phoneNumber}, ${passwordHash}, ${language}, ${address},
                            ${phone.canonical}, ${phone.all}, ${after(now, CLAIM_HOLD_MS)}, ${after(now, -CLAIM_HOLD_MS)},
                            ${after(now, -CLAIM_REST_MS)}, ${now})`;
  if (!row) throw new Error('register_account() returned no row');
  return row;
};

/** The account with a valid verification of a number, in any spelling; if there are two, the earlier one. */
export const findPhoneOwner = async (tx: Tx, phoneHashes: Bytes[]): Promise<string | undefined> => {
  const row = await tx.phoneVerification.findFirst({
    where: { phoneHash: { in: phoneHashes }, revokedAt: null },
    orderBy: { verifiedAt: 'asc' },
    select: { accountId: true },
  });
  return row?.accountId;
};

/** The account with this address or id, unless it is erased. */
export const findAccount = async (
  db: Db,
  where: { id?: string; emailCanonical?: string },
): Promise<KnownAccount | undefined> => {
  const { id = null, emailCanonical = null } = where;
  const [row] = await db.$queryRaw<KnownAccount[]>`
    SELECT id, name, email, email_canonical AS "emailCanonical", phone_number AS "phoneNumber",
           password_hash AS "passwordHash", language, email_verified_at IS NOT NULL AS "emailVerified"
      FROM accounts WHERE (id = ${id}::uuid OR email_canonical = ${emailCanonical}) AND erased_at IS NULL`;
  return row;
};

/** The user of an account and the verifications that are done. */
export type AccountInfo = User & { verified: VerificationType[] };

/** The user of an account and its verifications; undefined if the account is erased. */
export const readInfo = async (db: Db, id: string): Promise<AccountInfo | undefined> => {
  const [row] = await db.$queryRaw<AccountInfo[]>`
    SELECT a.name, a.email, a.phone_number AS "phoneNumber",
           ARRAY(SELECT 'PHONE' FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL
                 UNION ALL
                 SELECT s.provider FROM social_links s WHERE s.account_id = a.id AND s.revoked_at IS NULL) AS verified
      FROM accounts a WHERE a.id = ${id}::uuid AND a.erased_at IS NULL`;
  return row;
};
