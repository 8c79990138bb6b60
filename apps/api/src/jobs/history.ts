import { type MessagePurpose, WITHOUT_ACCOUNT } from '@laurel/contracts/console/calls/messages';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Db, Tx } from '@laurel/database/client';
import type { Cost } from '../adapters/cost.ts';

/** The names of the providers of mails and of each channel of text messages, like `smtp` and `twilio`. */
export type Providers = Readonly<Record<'email' | PhoneChannel, string>>;

/** A new message of the history: whose it is and what for, without its address and its text. */
export type NewMessage = {
  accountId: string | null;
  purpose: MessagePurpose;
  /** Of a text message. */
  callingCode?: string;
  provider: string;
  createdAt: Date;
};

/** The state of a message; undefined if it was deleted. */
export const historyState = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.message.findUnique({ where: { id }, select: { state: true } }))?.state;

type Try = { id: string; provider: string; now: Date };

/**
 * Records that the provider accepted a message, and marks its code as sent. What the provider reported before it answered stays.
 * Repeating it changes nothing.
 */
export const recordAccepted = async (
  db: Db,
  { id, provider, now, cost, challengeId }: Try & { cost: Cost | undefined; challengeId: string | undefined },
): Promise<void> => {
  await db.$executeRaw`
    WITH code AS (UPDATE challenges SET delivery = 'sent' WHERE id = ${challengeId ?? null}::uuid)
    UPDATE messages SET state = 'sent', sent_at = ${now}, tried_at = ${now}, tries = tries + 1, given_up_why = NULL, gave_up_at = NULL,
           problem = CASE state WHEN 'sent' THEN problem END, provider = ${provider}, cost_micros = coalesce(${cost?.micros ?? null}, cost_micros),
           currency = coalesce(${cost?.currency ?? null}, currency)
     WHERE id = ${id}::uuid AND (state <> 'sent' OR tried_at IS DISTINCT FROM sent_at)`;
};

/** Records a failed try of a message that will be tried again. */
export const recordFailedTry = async (db: Db, { id, provider, now, problem }: Try & { problem: string }) => {
  await db.message.updateMany({
    where: { id, state: { in: ['queued', 'failed'] } },
    data: { state: 'failed', triedAt: now, tries: { increment: 1 }, problem, provider },
  });
};

/** Deletes the row of a mail to nobody, which was never to be sent. @returns whether it was one */
export const forgetToNobody = async (tx: Db | Tx, id: string): Promise<boolean> => {
  const { count } = await tx.message.deleteMany({
    where: { id, kind: 'mail', accountId: null, purpose: { notIn: [...WITHOUT_ACCOUNT] } },
  });
  return count > 0;
};

/** Why a message was given up: the provider refused it, it failed too often, or it expired or was replaced. */
export type Reason = 'refused' | 'tries' | 'outdated';

/**
 * Records that a message will not be tried again, and the problem of its last try, if there was one just now.
 * @returns how many tries the provider may have accepted; undefined if a result was already recorded
 */
export const recordGivenUp = async (
  tx: Db | Tx,
  { id, provider, now, why, problem }: Try & { why: Reason; problem?: string | undefined },
): Promise<number | undefined> => {
  if (await forgetToNobody(tx, id)) return undefined;
  const [given] = await tx.message.updateManyAndReturn({
    where: { id, state: { in: ['queued', 'failed'] } },
    data: {
      state: 'given_up',
      gaveUpAt: now,
      givenUpWhy: why,
      provider,
      ...(problem === undefined ? {} : { problem, triedAt: now, tries: { increment: 1 } }),
    },
    select: { unconfirmedTries: true },
  });
  return given?.unconfirmedTries;
};
