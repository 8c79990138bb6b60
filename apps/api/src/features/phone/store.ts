import type { DeliveryState } from '@laurel/contracts/records';
import type { Db, Tx } from '@laurel/database/client';
import type { Bytes } from '../../crypto/keyring.ts';

/** An account's number, and whether it is proven; undefined once the account is erased. */
export type PhoneStanding = { phoneNumber: string | null; verified: boolean };

export const readStanding = async (tx: Db | Tx, accountId: string): Promise<PhoneStanding | undefined> => {
  const [row] = await tx.$queryRaw<PhoneStanding[]>`
    SELECT a.phone_number AS "phoneNumber",
           EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS verified
      FROM accounts a WHERE a.id = ${accountId}::uuid AND a.erased_at IS NULL`;
  return row;
};

/** How the account's newest text message fared. */
export const newestDelivery = async (db: Db, accountId: string): Promise<DeliveryState | undefined> => {
  const [row] = await db.$queryRaw<{ delivery: DeliveryState }[]>`
    SELECT delivery FROM challenges
     WHERE account_id = ${accountId}::uuid AND kind = 'phone' ORDER BY created_at DESC, id LIMIT 1`;
  return row?.delivery;
};

/** Whether another account proved this number in any of its spellings, be it withdrawn since: then it stays burnt. */
export const isProvenByOther = async (tx: Db | Tx, phoneHashes: Bytes[], accountId: string): Promise<boolean> => {
  const proven = await tx.phoneVerification.findFirst({
    where: { phoneHash: { in: phoneHashes }, accountId: { not: accountId } },
    select: { id: true },
  });
  return proven !== null;
};

/**
 * Lets one call at a time charge a text message, until its transaction ends: limits and budgets are sums over many rows,
 * and no row stands for "one less is left". Text messages are rare.
 */
export const lockCharges = async (tx: Tx): Promise<void> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('laurel sms charges', 0))`;
};

/** The newest charges that count against an account or a number, newest first. */
export const newestCharges = async (
  tx: Db | Tx,
  of: { accountId: string } | { phoneHash: Bytes },
  ask: { since: Date; count: number },
): Promise<Date[]> => {
  const rows = await tx.smsCharge.findMany({
    where: { ...of, refundedAt: null, chargedAt: { gt: ask.since } },
    orderBy: { chargedAt: 'desc' },
    take: ask.count,
    select: { chargedAt: true },
  });
  return rows.map(({ chargedAt }) => chargedAt);
};

/** The charge that was the `nth` newest (1 is the newest) of a country code, of a network, or of all. */
export const nthCharge = async (
  tx: Db | Tx,
  of: { callingCode?: string; network?: string },
  ask: { since: Date; nth: number },
): Promise<Date | undefined> => {
  const row = await tx.smsCharge.findFirst({
    where: { ...of, refundedAt: null, chargedAt: { gt: ask.since } },
    orderBy: { chargedAt: 'desc' },
    skip: ask.nth - 1,
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

/** Gives the charge of a text message back, once. */
export const refundCharge = async (tx: Db | Tx, challengeId: string, now: Date): Promise<void> => {
  await tx.smsCharge.updateMany({ where: { challengeId, refundedAt: null }, data: { refundedAt: now } });
};

/** Gives an account its number; false once the account is erased. */
export const setNumber = async (tx: Tx, accountId: string, phoneNumber: string): Promise<boolean> => {
  const { count } = await tx.account.updateMany({ where: { id: accountId, erasedAt: null }, data: { phoneNumber } });
  return count === 1;
};

/**
 * Makes a number the account's proven one, by one statement that the unique key decides: a number that another account
 * proved stays with that one; the account's own, once withdrawn, is revived. False where it is another's.
 */
export const proveNumber = async (
  tx: Tx,
  ask: { accountId: string; phoneHash: Bytes; now: Date },
): Promise<boolean> => {
  const proven = await tx.$executeRaw`
    INSERT INTO phone_verifications AS p (account_id, phone_hash, verified_at)
    VALUES (${ask.accountId}::uuid, ${ask.phoneHash}, ${ask.now})
    ON CONFLICT (phone_hash) DO UPDATE SET verified_at = excluded.verified_at, revoked_at = NULL
     WHERE p.account_id = excluded.account_id`;
  return proven === 1;
};
