import type { Db, Tx } from '@laurel/database/client';
import { MAX_SKEW_MS } from '../limits.ts';

/**
 * The state of a challenge's message: its result is recorded, it is pending, it is obsolete (expired or replaced), or it
 * arrived although its result was not recorded: its code was used.
 */
export type MessageState = 'recorded' | 'pending' | 'obsolete' | 'arrived';

/** Whether a challenge's message should still be sent. */
export const messageState = async (db: Db, challengeId: string, now: Date): Promise<MessageState> => {
  const challenge = await db.challenge.findUnique({
    where: { id: challengeId },
    select: { delivery: true, consumedAt: true, expiresAt: true },
  });
  if (!challenge) return 'obsolete';
  if (challenge.delivery === 'sent' || challenge.delivery === 'failed') return 'recorded';
  if (challenge.consumedAt !== null) return 'arrived';
  return challenge.expiresAt > now ? 'pending' : 'obsolete';
};

/** Whether this process's clock agrees with the database's, read in the caller's transaction. */
export const isTransactionTime = async (tx: Tx, now: Date): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ same: boolean }[]>`
    SELECT abs(extract(epoch FROM clock_timestamp() - ${now}::timestamptz)) * 1000 <= ${MAX_SKEW_MS} AS same`;
  return row?.same ?? false;
};

/**
 * Counts a try before it starts, so that a crash during the try is not lost.
 * @returns how many earlier tries the provider may have accepted; undefined if the message should no longer be sent
 */
export const beginTry = async (db: Db, challengeId: string, now: Date): Promise<number | undefined> => {
  const [row] = await db.$queryRaw<{ earlier: number }[]>`
    UPDATE challenges SET unconfirmed_tries = unconfirmed_tries + 1
     WHERE id = ${challengeId}::uuid AND delivery = 'queued' AND consumed_at IS NULL AND expires_at > ${now}
    RETURNING unconfirmed_tries - 1 AS earlier`;
  return row?.earlier;
};

/**
 * Undoes the count of a try that the provider certainly did not accept. May be called twice for one try.
 * @param earlier the result of `beginTry`
 */
export const endTry = async (db: Db, challengeId: string, earlier: number): Promise<void> => {
  await db.challenge.updateMany({
    where: { id: challengeId, unconfirmedTries: earlier + 1 },
    data: { unconfirmedTries: earlier },
  });
};

/**
 * Marks a message as failed.
 * @returns how many tries the provider may have accepted; undefined if a result was already recorded
 */
export const recordFailure = async (tx: Tx, challengeId: string): Promise<number | undefined> => {
  const [row] = await tx.$queryRaw<{ unconfirmed: number }[]>`
    UPDATE challenges SET delivery = 'failed' WHERE id = ${challengeId}::uuid AND delivery = 'queued'
    RETURNING unconfirmed_tries AS unconfirmed`;
  return row?.unconfirmed;
};

/** Marks a message as sent, unless a result was already recorded. */
export const recordSent = async (db: Db, challengeId: string): Promise<void> => {
  await db.challenge.updateMany({ where: { id: challengeId, delivery: 'queued' }, data: { delivery: 'sent' } });
};
