import type { DeliveryState } from '@laurel/contracts/records';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Db, Tx } from '@laurel/database/client';
import type { Carrier } from '../../adapters/number-lookup/port.ts';
import type { LostMessage } from '../../adapters/sms/port.ts';
import type { Bytes } from '../../crypto/keyring.ts';
import { DEAR, NEWEST_CHARGES } from './policy.ts';
import type { CodeTotal } from './spending.policy.ts';

export type AccountPhone = { phoneNumber: string | null; verified: boolean };

/** An account's number, and whether it is proven; undefined if the account is erased. */
export const readPhone = async (tx: Db | Tx, accountId: string): Promise<AccountPhone | undefined> => {
  const [row] = await tx.$queryRaw<AccountPhone[]>`
    SELECT a.phone_number AS "phoneNumber",
           EXISTS (SELECT 1 FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL) AS verified
      FROM accounts a WHERE a.id = ${accountId}::uuid AND a.erased_at IS NULL`;
  return row;
};

/**
 * The channel and the delivery state of the account's newest text message since a time. One that was refunded, or
 * is reported as lost, did not arrive.
 */
export const newestMessage = async (
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ channel: PhoneChannel; delivery: DeliveryState } | undefined> => {
  const [row] = await db.$queryRaw<{ channel: PhoneChannel; delivery: DeliveryState }[]>`
    SELECT s.channel, CASE WHEN s.refunded_at IS NOT NULL OR m.state = 'given_up' OR m.state = 'sent' AND m.problem IS NOT NULL THEN 'failed'
                           WHEN m.state = 'sent' THEN 'sent' ELSE 'queued' END AS delivery
      FROM sms_charges s LEFT JOIN messages m ON m.id = s.id
     WHERE s.account_id = ${accountId}::uuid AND s.charged_at > ${since} ORDER BY s.charged_at DESC, s.refunded_at NULLS FIRST LIMIT 1`;
  return row;
};

/** Whether another account ever proved this number, in any spelling. A withdrawn proof counts, too. */
export const isProvenByOther = async (tx: Db | Tx, phoneHashes: Bytes[], accountId: string): Promise<boolean> => {
  const proven = await tx.phoneVerification.findFirst({
    where: { phoneHash: { in: phoneHashes }, accountId: { not: accountId } },
    select: { id: true },
  });
  return proven !== null;
};

/** The charges that decide about the limits of a channel, and about the budgets. */
export type Charges = {
  /** The newest charges of the account, newest first. */
  account: Date[];
  /** The newest charges of the number, newest first, without those that support took out of its limit. */
  number: Date[];
  /** Whether the account's newest message by the channel to the number was refunded, or reported as lost. */
  failed: boolean;
  /** The decisive charge of each budget; null if there are fewer charges. */
  country: Date | null;
  network: Date | null;
  total: Date | null;
  /** What was sent in the edition. */
  sent: CodeTotal[];
};

/** A text message: what its limits and budgets count, and which charge of each budget is decisive (1 is the newest). */
export type Chargeable = {
  accountId: string;
  phoneHash: Bytes;
  channel: PhoneChannel;
  callingCode: string;
  network: string;
  nth: Record<'country' | 'network' | 'total', number>;
};

/**
 * Reads the charges that are not refunded, and with `as` charges the message, too.
 * @param as the ids of the message and of its code. Requests of all processes wait for each other from here until the end of the
 *   transaction, so this call is its last, and a refusal by the charges that it returns rolls back
 */
export const readCharges = async (
  tx: Db | Tx,
  { accountId, phoneHash, channel, callingCode, network, nth }: Chargeable,
  now: Date,
  as?: { id: string; challengeId: string },
): Promise<Charges> => {
  const [row] = await tx.$queryRaw<Charges[]>`
    SELECT * FROM charge_code(${as?.id ?? null}::uuid, ${as?.challengeId ?? null}::uuid, ${accountId}::uuid, ${phoneHash}, ${channel}, ${callingCode},
                              ${network}, ${DEAR}, ${NEWEST_CHARGES}::int4, ${nth.country}::int4, ${nth.network}::int4, ${nth.total}::int4, ${now})`;
  if (!row) throw new Error('the charges returned no row');
  return row;
};

/** Refunds the charge of a text message once. */
export const refundCharge = async (tx: Db | Tx, { id }: { id: string }, now: Date): Promise<void> => {
  await tx.smsCharge.updateMany({ where: { id, refundedAt: null }, data: { refundedAt: now } });
};

/**
 * Records that a message did not arrive, as its provider says, and gives its charge back. What carriers are paid for stays
 * charged: numbers that take no messages would lift the limits of those that cost money. Repeating it changes nothing. The
 * report may come before the answer to the try: the provider has the message, so it is not sent again.
 */
export const recordLost = async (db: Db, { id, provider, why }: LostMessage, now: Date): Promise<void> => {
  await db.$executeRaw`
    WITH lost AS (
      UPDATE messages SET problem = ${why}, state = CASE state WHEN 'given_up' THEN state ELSE 'sent' END,
             sent_at = CASE WHEN state <> 'given_up' THEN coalesce(sent_at, ${now}) END
       WHERE id = ${id}::uuid AND provider = ${provider} RETURNING id)
    UPDATE sms_charges s SET refunded_at = ${now} FROM lost
     WHERE s.id = lost.id AND s.refunded_at IS NULL AND s.channel <> ALL(${DEAR})`;
};

/** Sets an account's number; false if the account is erased. */
export const setNumber = async (tx: Tx, accountId: string, phoneNumber: string): Promise<boolean> => {
  const { count } = await tx.account.updateMany({ where: { id: accountId, erasedAt: null }, data: { phoneNumber } });
  return count === 1;
};

/**
 * Sets the number of an account that has proven none, or keeps it, and locks the account's row.
 * @returns false if the account is erased, its number is proven, or is another one than that which was to stay
 */
export const setUnproven = async (
  tx: Tx,
  { accountId, number, isChange }: { accountId: string; number: string; isChange: boolean },
): Promise<boolean> => {
  const set = await tx.$executeRaw`
    UPDATE accounts a SET phone_number = ${number}
     WHERE id = ${accountId}::uuid AND erased_at IS NULL AND (${isChange} OR phone_number = ${number})
       AND NOT EXISTS (SELECT FROM phone_verifications p WHERE p.account_id = a.id AND p.revoked_at IS NULL)`;
  return set === 1;
};

/**
 * Stores a number as proven by the account, in one statement: the unique key decides. The account's own withdrawn proof
 * becomes valid again. False if another account ever proved the number.
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

/** Notes what kind of number an account has proven, unless it was erased meanwhile. */
export const noteCarrier = async (db: Db, accountId: string, carrier: Carrier, now: Date): Promise<void> => {
  await db.$executeRaw`SELECT note_trait(${accountId}::uuid, 'carrier', ${carrier}, ${now})`;
};
