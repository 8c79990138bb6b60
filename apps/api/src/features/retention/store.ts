import type { Language } from '@laurel/contracts/languages';
import type { Db, Tx } from '@laurel/database/client';

/** The person of an account that nobody uses. `usedAt` is the last login, or the registration. */
export type Unused = {
  accountId: string;
  name: string;
  email: string;
  language: Language;
  usedAt: Date;
  erasedAfter: Date;
};

/**
 * Marks unused accounts as told, and returns them: those that were not used for so many months and were not told since.
 * Accounts that another process has locked are left out.
 */
export const claimUnused = (tx: Tx, claim: { months: number; limit: number; now: Date }): Promise<Unused[]> =>
  tx.$queryRaw<Unused[]>`
    SELECT account_id AS "accountId", name, email, language, used_at AS "usedAt", erased_after AS "erasedAfter"
      FROM claim_unused_accounts(${claim.months}::int4, ${claim.limit}::int4, ${claim.now})`;

/** An account that may be erased, and its canonical address. */
export type Erasable = { accountId: string; address: string };

/** Accounts that were not used although their persons were told a month ago, the oldest first. */
export const findErasable = (db: Db, query: { months: number; limit: number; now: Date }): Promise<Erasable[]> =>
  db.$queryRaw<Erasable[]>`
    SELECT id AS "accountId", email_canonical AS address FROM accounts
     WHERE created_at <= ${query.now}::timestamptz - make_interval(months => ${query.months}::int4) AND erased_at IS NULL
       AND retention_mailed_at IS NOT NULL
       AND is_unused_since_mail(coalesce(used_at, created_at), retention_mailed_at, ${query.months}::int4, ${query.now})
     ORDER BY created_at LIMIT ${query.limit}::int4`;

/**
 * Erases an account if it is still unused, and records it in the audit log.
 * @param erasure.addressHash the fingerprint of the address
 * @returns whether it was erased or, if it had verified nothing, deleted
 */
export const eraseUnused = async (
  tx: Tx,
  erasure: Erasable & { addressHash: Uint8Array; months: number; actor: string; reason: string; now: Date },
): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ done: boolean }[]>`
    SELECT erase_unused_account(${erasure.accountId}::uuid, ${erasure.address}, ${erasure.addressHash}, ${erasure.months}::int4,
                                ${erasure.actor}, ${erasure.reason}, ${erasure.now}) IS NOT NULL AS done`;
  return row?.done ?? false;
};
