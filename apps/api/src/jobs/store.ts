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

/**
 * Counts a try to send a message before it is made, so that a crash in the middle of it is not forgotten.
 * @returns how many earlier tries may have been accepted; undefined where the message should no longer be sent
 */
export const beginTry = async (db: Db, challengeId: string, now: Date): Promise<number | undefined> => {
  const [row] = await db.$queryRaw<{ earlier: number }[]>`
    UPDATE challenges SET unconfirmed_tries = unconfirmed_tries + 1
     WHERE id = ${challengeId}::uuid AND delivery = 'queued' AND consumed_at IS NULL AND expires_at > ${now}
    RETURNING unconfirmed_tries - 1 AS earlier`;
  return row?.earlier;
};

/**
 * Takes back the count of a try that was certainly not accepted; may be called twice for one try.
 * @param earlier what `beginTry` answered
 */
export const endTry = async (db: Db, challengeId: string, earlier: number): Promise<void> => {
  await db.challenge.updateMany({
    where: { id: challengeId, unconfirmedTries: earlier + 1 },
    data: { unconfirmedTries: earlier },
  });
};

/**
 * Records once that a message failed.
 * @returns how many tries may have been accepted all the same; undefined where it was recorded before
 */
export const recordFailure = async (tx: Tx, challengeId: string): Promise<number | undefined> => {
  const [row] = await tx.$queryRaw<{ unconfirmed: number }[]>`
    UPDATE challenges SET delivery = 'failed' WHERE id = ${challengeId}::uuid AND delivery = 'queued'
    RETURNING unconfirmed_tries AS unconfirmed`;
  return row?.unconfirmed;
};

/** Records once that a message was sent. */
export const recordSent = async (db: Db, challengeId: string): Promise<void> => {
  await db.challenge.updateMany({ where: { id: challengeId, delivery: 'queued' }, data: { delivery: 'sent' } });
};
