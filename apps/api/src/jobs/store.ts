import type { Db, Tx } from '@laurel/database/client';

/**
 * How a challenge's message stands: dealt with, waiting to be sent, pointless by now, or (its code was answered, so that
 * a try whose outcome we never learned did get through) arrived.
 */
export type Standing = 'settled' | 'wanted' | 'unwanted' | 'arrived';

/** Whether a challenge's message should still be sent; one that was replaced or has expired should not. */
export const standingOf = async (db: Db, challengeId: string, now: Date): Promise<Standing> => {
  const challenge = await db.challenge.findUnique({
    where: { id: challengeId },
    select: { delivery: true, consumedAt: true, expiresAt: true },
  });
  if (!challenge) return 'unwanted';
  if (challenge.delivery === 'sent' || challenge.delivery === 'failed') return 'settled';
  if (challenge.consumedAt !== null) return 'arrived';
  return challenge.expiresAt > now ? 'wanted' : 'unwanted';
};

/** Whether a moment read from this process's clock is the database's to a second; asked in the caller's transaction. */
export const isDatabaseTime = async (tx: Tx, now: Date): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ same: boolean }[]>`
    SELECT abs(extract(epoch FROM clock_timestamp() - ${now}::timestamptz)) <= 1 AS same`;
  return row?.same ?? false;
};

/** Records once how a message fared. */
export const recordDelivery = async (db: Db, challengeId: string, delivery: 'sent' | 'failed'): Promise<void> => {
  await db.challenge.updateMany({ where: { id: challengeId, delivery: 'queued' }, data: { delivery } });
};
