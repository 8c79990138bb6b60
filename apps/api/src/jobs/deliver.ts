import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneChannel } from '@laurel/contracts/verification';
import { type Db, inTransaction, type Tx } from '@laurel/database/client';
import { isUnavailable } from '@laurel/database/errors';
import type { Logger } from 'pino';
import type { Cost } from '../adapters/cost.ts';
import { DeliveryError } from '../adapters/delivery-error.ts';
import type { EmailSender } from '../adapters/email/port.ts';
import type { TextSender } from '../adapters/sms/port.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Brand } from '../messages/brand.ts';
import { renderMail } from '../messages/mail.ts';
import { renderCall, renderSms } from '../messages/sms.ts';
import {
  forgetToNobody,
  historyState,
  type Providers,
  type Reason,
  recordAccepted,
  recordFailedTry,
  recordGivenUp,
} from './history.ts';
import { type Channel, openPayload, type Payload, type Queued } from './payload.ts';
import { addMessageJob } from './queue.ts';
import { MAX_TRIES, retryDelayMs } from './retry.ts';
import { beginTry, endTry, type MessageState, messageState, recordFailure } from './store.ts';
import { providerWords } from './words.ts';

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
  sms: TextSender;
  providers: Providers;
  /** What a text message costs if the gateway does not say. */
  priceOf: (via: PhoneChannel, number: string) => Cost | undefined;
  /** Called after each failed try. */
  onAdapterFailure: (adapter: Channel, permanent: boolean) => void;
  /** Refunds the charge of a text message that was never sent, in the transaction that records the failure. */
  onSmsFailed: (tx: Tx, message: { id: string; challengeId: string }, now: Date) => Promise<void>;
};

/** Why a message is not tried again, the problem of its try if one has just failed, and whether a newer one sends its code. */
type End = { why: Reason; problem?: string; superseded?: true };

/** Handles a message after a failed try. */
type AfterFailure = (queued: Queued, payload: Payload, error: DeliveryError, signal?: AbortSignal) => Promise<void>;

export type Deliver = (payload: unknown, signal?: AbortSignal) => Promise<void>;

/** Delay before another attempt when this process's clock is wrong or the challenge changed meanwhile. */
const POSTPONE_MS = 5_000;
/** How long a message without a code that was given up can be sent again. */
const REST_MS = 7 * 24 * 60 * 60_000;

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

  /** @returns what the message cost, if that is known */
  const send = async (queued: Queued, afterUncertainTry: boolean, signal?: AbortSignal): Promise<Cost | undefined> => {
    const { id, to, language } = queued;
    if (queued.channel === 'email') {
      await deps.email.send({ to, messageId: id, ...renderMail(queued.message, language, brand) }, signal);
      return undefined;
    }
    const { via, message } = queued;
    const code = message.kind === 'phone_code' ? message.code : undefined;
    const isCall = via === 'voice' && code !== undefined;
    const text = isCall ? renderCall(code, language) : renderSms(message, language, brand);
    const sms = { id, via, to, language, code, text, afterUncertainTry };
    return (await deps.sms.send(sms, signal)) ?? deps.priceOf(via, to);
  };

  /** A try of a message now, for the history. */
  const tryOf = (queued: Queued) => {
    const provider = deps.providers[queued.channel === 'email' ? 'email' : queued.via];
    return { id: queued.id, provider, now: deps.now() };
  };

  const markSent = async (queued: Queued, cost?: Cost, signal?: AbortSignal): Promise<void> => {
    const { challengeId } = queued;
    await retryUntilAvailable(() => recordAccepted(db, { ...tryOf(queued), cost, challengeId }), signal);
  };

  /** Refunds only what was never sent: if uncertain tries were refunded, an unreliable gateway would lift every limit. */
  const markFailed = async (queued: Queued, { why, problem, superseded }: End, signal?: AbortSignal): Promise<void> => {
    const { id, challengeId, channel } = queued;
    const record = async (tx: Tx): Promise<void> => {
      const unconfirmed = await recordGivenUp(tx, { ...tryOf(queued), why, problem });
      if (challengeId === undefined) return;
      if (!superseded) await recordFailure(tx, challengeId);
      const neverSent = unconfirmed !== undefined && (why === 'refused' || unconfirmed === 0);
      if (neverSent && channel === 'sms') await deps.onSmsFailed(tx, { id, challengeId }, deps.now());
    };
    await retryUntilAvailable(() => inTransaction(db, record), signal);
  };

  /** Ends a message with a code. Any other message stays in the queue, so that organisers can have it sent again. */
  const giveUp: AfterFailure = async (queued, payload, error, signal) => {
    const why = error.permanent ? 'refused' : 'tries';
    const problem = error.unreachable ? {} : { problem: providerWords(error, queued.to, true) };
    await markFailed(queued, { why, ...problem }, signal);
    const { id, channel, challengeId } = queued;
    if (challengeId !== undefined) return;
    await addMessageJob(db, { id, channel, payload: { ...payload, rests: true }, waitMs: REST_MS });
  };

  const tryLater: AfterFailure = async (queued, payload, error, signal) => {
    const tries = payload.tries + 1;
    const problem = providerWords(error, queued.to);
    await retryUntilAvailable(() => recordFailedTry(db, { ...tryOf(queued), problem }), signal);
    const waitMs = Math.max(retryDelayMs(tries), error.retryAfterMs ?? 0);
    await addMessageJob(db, {
      id: queued.id,
      channel: queued.channel,
      payload: { ...payload, tries, rests: false },
      waitMs,
    });
  };

  /** Schedules the job again without counting a failed try. */
  const postpone = ({ id, channel }: Queued, payload: Payload): Promise<void> =>
    addMessageJob(db, { id, channel, payload, waitMs: POSTPONE_MS });

  const stateOf = async (queued: Queued, { rests = false }: Payload): Promise<MessageState> => {
    const now = deps.now();
    const { id, channel, challengeId } = queued;
    const ofNotice = async (): Promise<MessageState> => {
      const known = await historyState(db, id);
      // The person was erased, or the decision was undone.
      if (known === undefined) return 'obsolete';
      return (rests ? known !== 'queued' : known === 'sent') ? 'recorded' : 'pending';
    };
    const state =
      challengeId === undefined ? await ofNotice() : await messageState(db, { id, channel, challengeId }, now);
    return state === 'pending' && queued.dropAfter !== undefined && queued.dropAfter <= now ? 'obsolete' : state;
  };

  return async (raw, signal) => {
    const { queued, payload } = openPayload(keyring, raw);
    if (!(await deps.isClockRight())) {
      // With a wrong clock a valid code may seem expired. Another process may take the job meanwhile.
      return postpone(queued, payload);
    }
    const state = await stateOf(queued, payload);
    if (state === 'recorded') {
      // The challenge of a mail to nobody says from the beginning that it was sent.
      await retryUntilAvailable(() => forgetToNobody(db, queued.id), signal);
      return;
    }
    if (state === 'arrived') return markSent(queued, undefined, signal);
    if (state === 'superseded') return markFailed(queued, { why: 'outdated', superseded: true }, signal);
    if (state === 'obsolete') return markFailed(queued, { why: 'outdated' }, signal);
    const { id, channel, challengeId } = queued;
    const isCounted = channel === 'sms' && challengeId !== undefined;
    const earlier = isCounted ? await beginTry(db, { id, challengeId }, deps.now()) : 0;
    // It was recorded, replaced or has expired a moment ago: the next attempt reads which.
    if (earlier === undefined) return postpone(queued, payload);
    let cost: Cost | undefined;
    try {
      cost = await send(queued, earlier > 0, signal);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const { permanent, uncertain, unreachable, message } = error;
      if (isCounted && !uncertain) await retryUntilAvailable(() => endTry(db, id, earlier), signal);
      if (!unreachable) deps.onAdapterFailure(channel, permanent);
      // A gateway that may have accepted a message would be paid again. Only a code is worth that: somebody needs it,
      // and its tries are counted, so that an earlier acceptance is looked for first.
      const isPaidTwice = channel === 'sms' && !isCounted && uncertain;
      const givenUp = permanent || isPaidTwice || payload.tries + 1 >= MAX_TRIES;
      deps.logger[unreachable ? 'debug' : 'warn'](
        { job: id, channel, givenUp, reason: message },
        'a message did not leave',
      );
      return givenUp ? giveUp(queued, payload, error, signal) : tryLater(queued, payload, error, signal);
    }
    await markSent(queued, cost, signal);
  };
};
