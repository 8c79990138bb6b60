import type { Db, Tx } from '@laurel/database/client';
import { MAX_SKEW_MS } from '../limits.ts';
import type { Channel } from './payload.ts';

/**
 * The state of a message with a code: its result is recorded, it is pending, its code is obsolete (expired or replaced), a newer
 * message sends the same code, or it arrived although its result was not recorded: its code was used.
 */
export type MessageState = 'recorded' | 'pending' | 'obsolete' | 'superseded' | 'arrived';

/** A message with a code. A mail's result is that of its challenge; text messages of one code have their own. */
type CodeMessage = { id: string; channel: Channel; challengeId: string };

type Row = {
  delivery: string | null;
  used: boolean;
  open: boolean;
  state: string | null;
  unconfirmed: number | null;
  superseded: boolean;
};

/** Whether a message with a code should still be sent. */
export const messageState = async (
  db: Db,
  { id, channel, challengeId }: CodeMessage,
  now: Date,
): Promise<MessageState> => {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT c.delivery, c.consumed_at IS NOT NULL AS used, c.expires_at > ${now} AS open, m.state, m.unconfirmed_tries AS unconfirmed,
           EXISTS (SELECT FROM sms_charges s JOIN sms_charges n ON n.challenge_id = s.challenge_id AND n.charged_at > s.charged_at
                    WHERE s.id = m.id) AS "superseded"
      FROM challenges c LEFT JOIN messages m ON m.id = ${id}::uuid WHERE c.id = ${challengeId}::uuid`;
  if (!row) return 'obsolete';
  const isMail = channel === 'email';
  const result = isMail ? row.delivery : row.state;
  if (result === 'sent' || result === (isMail ? 'failed' : 'given_up')) return 'recorded';
  // The used code of a text message that was never tried came by another one.
  if (row.used) return isMail || row.unconfirmed ? 'arrived' : 'obsolete';
  if (row.superseded) return 'superseded';
  return row.open ? 'pending' : 'obsolete';
};

/** Whether this process's clock agrees with the database's, read in the caller's transaction. */
export const isTransactionTime = async (tx: Tx, now: Date): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ same: boolean }[]>`
    SELECT abs(extract(epoch FROM clock_timestamp() - ${now}::timestamptz)) * 1000 <= ${MAX_SKEW_MS} AS same`;
  return row?.same ?? false;
};

/**
 * Counts a try of a text message before it starts, so that a crash during the try is not lost.
 * @returns how many earlier tries the provider may have accepted; undefined if the message should no longer be sent
 */
export const beginTry = async (
  db: Db,
  { id, challengeId }: Omit<CodeMessage, 'channel'>,
  now: Date,
): Promise<number | undefined> => {
  const [row] = await db.$queryRaw<{ earlier: number }[]>`
    UPDATE messages m SET unconfirmed_tries = m.unconfirmed_tries + 1
      FROM challenges c
     WHERE m.id = ${id}::uuid AND m.state IN ('queued', 'failed')
       AND c.id = ${challengeId}::uuid AND c.consumed_at IS NULL AND c.expires_at > ${now}
    RETURNING m.unconfirmed_tries - 1 AS earlier`;
  return row?.earlier;
};

/**
 * Undoes the count of a try that the provider certainly did not accept. May be called twice for one try.
 * @param earlier the result of `beginTry`
 */
export const endTry = async (db: Db, id: string, earlier: number): Promise<void> => {
  await db.message.updateMany({ where: { id, unconfirmedTries: earlier + 1 }, data: { unconfirmedTries: earlier } });
};

/** Marks a code as one whose message failed, unless a result was already recorded. */
export const recordFailure = async (tx: Tx, challengeId: string): Promise<void> => {
  await tx.challenge.updateMany({ where: { id: challengeId, delivery: 'queued' }, data: { delivery: 'failed' } });
};
