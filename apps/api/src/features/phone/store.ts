import type { DeliveryState } from '@laurel/contracts/records';
import type { Db, Tx } from '@laurel/database/client';
import type { Bytes } from '../../crypto/keyring.ts';

export type AccountPhone = { phoneNumber: string | null; verified: boolean };

/** An account's number, and whether it is proven; undefined if the account is erased. */
export const readPhone = async (tx: Db | Tx, accountId: string): Promise<AccountPhone | undefined> => {
  const [row] = await tx.$queryRaw<AccountPhone[]>`
    SELECT a.phone_number AS "phoneNumber",
           EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS verified
      FROM accounts a WHERE a.id = ${accountId}::uuid AND a.erased_at IS NULL`;
  return row;
};

/** The delivery state of the account's newest text message. */
export const newestDelivery = async (db: Db, accountId: string): Promise<DeliveryState | undefined> => {
  const [row] = await db.$queryRaw<{ delivery: DeliveryState }[]>`
    SELECT delivery FROM challenges
     WHERE account_id = ${accountId}::uuid AND kind = 'phone' ORDER BY created_at DESC, id LIMIT 1`;
  return row?.delivery;
};

/** Whether another account ever proved this number, in any spelling: a withdrawn one stays blocked. */
export const isProvenByOther = async (tx: Db | Tx, phoneHashes: Bytes[], accountId: string): Promise<boolean> => {
  const proven = await tx.phoneVerification.findFirst({
    where: { phoneHash: { in: phoneHashes }, accountId: { not: accountId } },
    select: { id: true },
  });
  return proven !== null;
};

/**
 * Lets one transaction at a time charge a text message: limits and budgets are counts of rows, so there is no row to lock.
 * Text messages are rare.
 */
export const lockCharges = async (tx: Tx): Promise<void> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('laurel sms charges', 0))`;
};

/** The newest charges of an account or a number that are not refunded, newest first. */
export const newestCharges = async (
  tx: Db | Tx,
  of: { accountId: string } | { phoneHash: Bytes },
  { since, count }: { since: Date; count: number },
): Promise<Date[]> => {
  const rows = await tx.smsCharge.findMany({
    where: { ...of, refundedAt: null, chargedAt: { gt: since } },
    orderBy: { chargedAt: 'desc' },
    take: count,
    select: { chargedAt: true },
  });
  return rows.map(({ chargedAt }) => chargedAt);
};

/** The time of the `nth` newest charge (1 is the newest) of a country code, of a network, or of all. */
export const nthCharge = async (
  tx: Db | Tx,
  of: { callingCode?: string; network?: string },
  { since, nth }: { since: Date; nth: number },
): Promise<Date | undefined> => {
  const row = await tx.smsCharge.findFirst({
    where: { ...of, refundedAt: null, chargedAt: { gt: since } },
    orderBy: { chargedAt: 'desc' },
    skip: nth - 1,
    select: { chargedAt: true },
  });
  return row?.chargedAt;
};

export const insertCharge = async (
  tx: Tx,
  charge: {
    challengeId: string;
    accountId: string;
    phoneHash: Bytes;
    callingCode: string;
    network: string;
    chargedAt: Date;
  },
): Promise<void> => {
  await tx.smsCharge.create({ data: charge, select: { id: true } });
};

/** Refunds the charge of a text message once. */
export const refundCharge = async (tx: Db | Tx, challengeId: string, now: Date): Promise<void> => {
  await tx.smsCharge.updateMany({ where: { challengeId, refundedAt: null }, data: { refundedAt: now } });
};

/** Sets an account's number; false if the account is erased. */
export const setNumber = async (tx: Tx, accountId: string, phoneNumber: string): Promise<boolean> => {
  const { count } = await tx.account.updateMany({ where: { id: accountId, erasedAt: null }, data: { phoneNumber } });
  return count === 1;
};

/**
 * Stores a number as proven by the account, in one statement decided by the unique key. The account's own withdrawn number
 * is restored. False if another account ever proved it.
 */
export const proveNumber = async (
  tx: Tx,
  proof: { accountId: string; phoneHash: Bytes; now: Date },
): Promise<boolean> => {
  const proven = await tx.$executeRaw`
    INSERT INTO phone_verifications AS p (account_id, phone_hash, verified_at)
    VALUES (${proof.accountId}::uuid, ${proof.phoneHash}, ${proof.now})
    ON CONFLICT (phone_hash) DO UPDATE SET verified_at = excluded.verified_at, revoked_at = NULL
     WHERE p.account_id = excluded.account_id`;
  return proven === 1;
};
