import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction, type Tx } from '@laurel/database/client';
import { isUnavailable } from '@laurel/database/errors';
import type { Logger } from 'pino';
import { DeliveryError } from '../adapters/delivery-error.ts';
import type { EmailSender } from '../adapters/email/port.ts';
import type { SmsSender } from '../adapters/sms/port.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Brand } from '../messages/brand.ts';
import { renderMail } from '../messages/mail.ts';
import { renderSms } from '../messages/sms.ts';
import { type Channel, openPayload, type Payload, type Queued } from './payload.ts';
import { addMessageJob } from './queue.ts';
import { MAX_TRIES, retryDelayMs } from './retry.ts';
import { beginTry, endTry, type MessageState, messageState, recordFailure, recordSent } from './store.ts';

export type DeliverDeps = {
  db: Db;
  keyring: Keyring;
  logger: Logger;
  /** The application clock, which decides what has expired. */
  now: () => Date;
  /** Whether `now` agrees with the database's clock. While it does not, nothing is sent or dropped as expired. */
  isClockRight: () => Promise<boolean>;
  brand: Brand;
  email: EmailSender;
  sms: SmsSender;
  /** Called after each failed try. */
  onAdapterFailure: (adapter: Channel, permanent: boolean) => void;
  /** Refunds the charge of a text message that was never sent, in the transaction that records the failure. */
  onSmsFailed: (tx: Tx, challengeId: string, now: Date) => Promise<void>;
};

export type Deliver = (payload: unknown, signal?: AbortSignal) => Promise<void>;

/** Delay before another attempt when this process's clock is wrong or the challenge changed meanwhile. */
const POSTPONE_MS = 5_000;

/** Retries while the database is unavailable: a sent message whose record is lost would be sent again. */
const retryUntilAvailable = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || signal?.aborted) throw error;
      await sleep(500);
    }
  }
};

/**
 * Sends one queued message and records the result. After a crash between the provider's acceptance and the record, the
 * message is sent at most once more. Provider outages are retried; expired and replaced messages are dropped.
 */
export const createDeliver = (deps: DeliverDeps): Deliver => {
  const { db, keyring, brand } = deps;

  const send = (queued: Queued, afterUncertainTry: boolean, signal?: AbortSignal): Promise<void> => {
    const { id, to, language } = queued;
    if (queued.channel === 'email') {
      return deps.email.send({ to, messageId: id, ...renderMail(queued.message, language, brand) }, signal);
    }
    return deps.sms.send({ id, to, text: renderSms(queued.message, language, brand), afterUncertainTry }, signal);
  };

  const markSent = async ({ challengeId }: Queued, signal?: AbortSignal): Promise<void> => {
    if (challengeId !== undefined) await retryUntilAvailable(() => recordSent(db, challengeId), signal);
  };

  /** Refunds only what was never sent: if uncertain tries were refunded, an unreliable gateway would lift every limit. */
  const markFailed = async (queued: Queued, refused: boolean, signal?: AbortSignal): Promise<void> => {
    const { challengeId, channel } = queued;
    if (challengeId === undefined) return;
    const record = async (tx: Tx): Promise<void> => {
      const unconfirmed = await recordFailure(tx, challengeId);
      const neverSent = unconfirmed !== undefined && (refused || unconfirmed === 0);
      if (neverSent && channel === 'sms') await deps.onSmsFailed(tx, challengeId, deps.now());
    };
    await retryUntilAvailable(() => inTransaction(db, record), signal);
  };

  const tryLater = async (queued: Queued, payload: Payload, error: DeliveryError): Promise<void> => {
    const tries = payload.tries + 1;
    const waitMs = Math.max(retryDelayMs(tries), error.retryAfterMs ?? 0);
    await addMessageJob(db, { id: queued.id, channel: queued.channel, payload: { ...payload, tries }, waitMs });
  };

  /** Schedules the job again without counting a failed try. */
  const postpone = ({ id, channel }: Queued, payload: Payload): Promise<void> =>
    addMessageJob(db, { id, channel, payload, waitMs: POSTPONE_MS });

  const stateOf = async (queued: Queued): Promise<MessageState> => {
    const now = deps.now();
    const state = queued.challengeId === undefined ? 'pending' : await messageState(db, queued.challengeId, now);
    return state === 'pending' && queued.dropAfter !== undefined && queued.dropAfter <= now ? 'obsolete' : state;
  };

  return async (raw, signal) => {
    const { queued, payload } = openPayload(keyring, raw);
    if (!(await deps.isClockRight())) {
      // With a wrong clock a valid code may seem expired. Another process may take the job meanwhile.
      return postpone(queued, payload);
    }
    const state = await stateOf(queued);
    if (state === 'recorded') return;
    if (state === 'arrived') return markSent(queued, signal);
    if (state === 'obsolete') return markFailed(queued, false, signal);
    const counted = queued.channel === 'sms' ? queued.challengeId : undefined;
    const earlier = counted === undefined ? 0 : await beginTry(db, counted, deps.now());
    // Recorded, replaced or expired a moment ago: the next attempt reads which.
    if (earlier === undefined) return postpone(queued, payload);
    try {
      await send(queued, earlier > 0, signal);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const { permanent, uncertain, message } = error;
      if (counted !== undefined && !uncertain) await retryUntilAvailable(() => endTry(db, counted, earlier), signal);
      deps.onAdapterFailure(queued.channel, permanent);
      const givenUp = permanent || payload.tries + 1 >= MAX_TRIES;
      deps.logger.warn(
        { job: queued.id, channel: queued.channel, givenUp, reason: message },
        'a message did not leave',
      );
      return givenUp ? markFailed(queued, permanent, signal) : tryLater(queued, payload, error);
    }
    await markSent(queued, signal);
  };
};
