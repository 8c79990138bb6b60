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
import { beginTry, endTry, recordFailure, recordSent, type Standing, standingOf } from './store.ts';

/** What sending needs. */
export type DeliverDeps = {
  db: Db;
  keyring: Keyring;
  logger: Logger;
  /** What expiry is judged by: the one clock. */
  now: () => Date;
  /** Whether that clock is the database's, too: nothing is sent, or dropped as expired, by one that is not. */
  isClockRight: () => Promise<boolean>;
  brand: Brand;
  email: EmailSender;
  sms: SmsSender;
  /** Hears of every try that failed. */
  onAdapterFailure: (adapter: Channel, permanent: boolean) => void;
  /** Gives back the charge of a text message that never left, in the transaction that records it. */
  onSmsFailed: (tx: Tx, challengeId: string, now: Date) => Promise<void>;
};

export type Deliver = (payload: unknown, signal?: AbortSignal) => Promise<void>;

/** How long a message is put off that could not be judged: this process's clock is wrong, or it changed meanwhile. */
const PUT_OFF_MS = 5_000;

/** While the database is away a record waits for it: a message that left must not be sent again for want of one. */
const whileAway = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
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
 * Sends one queued message: takes it, sends it, records it. A crash between the provider's acceptance and the record
 * sends it at most once more; a provider that is away gets it later; what nobody waits for any more is dropped.
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

  const settleSent = async ({ challengeId }: Queued, signal?: AbortSignal): Promise<void> => {
    if (challengeId !== undefined) await whileAway(() => recordSent(db, challengeId), signal);
  };

  /** A text message that may have arrived keeps its charge, or else a gateway in doubt would lift every limit. */
  const settleFailed = async (queued: Queued, refused: boolean, signal?: AbortSignal): Promise<void> => {
    const { challengeId, channel } = queued;
    if (challengeId === undefined) return;
    const record = async (tx: Tx): Promise<void> => {
      const unconfirmed = await recordFailure(tx, challengeId);
      const neverLeft = unconfirmed !== undefined && (refused || unconfirmed === 0);
      if (neverLeft && channel === 'sms') await deps.onSmsFailed(tx, challengeId, deps.now());
    };
    await whileAway(() => inTransaction(db, record), signal);
  };

  const tryLater = async (queued: Queued, payload: Payload, error: DeliveryError): Promise<void> => {
    const tries = payload.tries + 1;
    const waitMs = Math.max(retryDelayMs(tries), error.retryAfterMs ?? 0);
    await addMessageJob(db, { id: queued.id, channel: queued.channel, payload: { ...payload, tries }, waitMs });
  };

  /** Tries again without counting this as a failed try. */
  const putOff = ({ id, channel }: Queued, payload: Payload): Promise<void> =>
    addMessageJob(db, { id, channel, payload, waitMs: PUT_OFF_MS });

  const standing = async (queued: Queued): Promise<Standing> => {
    const now = deps.now();
    const known = queued.challengeId === undefined ? 'wanted' : await standingOf(db, queued.challengeId, now);
    return known === 'wanted' && queued.dropAfter !== undefined && queued.dropAfter <= now ? 'unwanted' : known;
  };

  return async (raw, signal) => {
    const { queued, payload } = openPayload(keyring, raw);
    if (!(await deps.isClockRight())) {
      // By a wrong clock a code that is waited for may look expired. Another process may take it meanwhile.
      return putOff(queued, payload);
    }
    const stands = await standing(queued);
    if (stands === 'settled') return;
    if (stands === 'arrived') return settleSent(queued, signal);
    if (stands !== 'wanted') return settleFailed(queued, false, signal);
    const counted = queued.channel === 'sms' ? queued.challengeId : undefined;
    const earlier = counted === undefined ? 0 : await beginTry(db, counted, deps.now());
    // Settled, replaced or expired a moment ago: another look says which.
    if (earlier === undefined) return putOff(queued, payload);
    try {
      await send(queued, earlier > 0, signal);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const { permanent, uncertain, message } = error;
      if (counted !== undefined && !uncertain) await whileAway(() => endTry(db, counted, earlier), signal);
      deps.onAdapterFailure(queued.channel, permanent);
      const givenUp = permanent || payload.tries + 1 >= MAX_TRIES;
      deps.logger.warn(
        { job: queued.id, channel: queued.channel, givenUp, reason: message },
        'a message did not leave',
      );
      return givenUp ? settleFailed(queued, permanent, signal) : tryLater(queued, payload, error);
    }
    await settleSent(queued, signal);
  };
};
