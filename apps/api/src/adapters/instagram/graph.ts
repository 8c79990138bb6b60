import { isUnavailable } from '@laurel/database/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError, FieldError } from '../../app-error.ts';
import { createTurns } from '../../concurrency/turns.ts';
import { createMemoryLimit } from '../../http/memory-limit.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { DeliveryError } from '../delivery-error.ts';
import { describeError } from '../describe-error.ts';
import { metaWebhook, registerSignedWebhook } from '../signed-webhook.ts';
import { createGraphApi } from './graph-api.ts';
import { type DirectMessage, messagesIn } from './notification.ts';
import type { InstagramHandler } from './port.ts';
import { replyTo } from './texts.ts';

export type InstagramGraphOptions = {
  /** https://graph.instagram.com */
  apiRoot: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  handler: InstagramHandler;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
  now(): Date;
  logger: Logger;
  /** Called for each failure of Meta's API. `permanent` means that the organiser must fix it. */
  onFailure(permanent: boolean): void;
  timing?: Partial<Timing>;
};

/** The time limit of a request, the delays between tries, and the time limit of a stop, milliseconds. */
type Timing = { callMs: number; backoff: Backoff; graceMs: number };
const TIMING: Timing = { callMs: 10_000, backoff: { firstMs: 1_000, mostMs: 120_000 }, graceMs: 5_000 };

/** Tries of one step while Meta's API fails: about ten minutes. During an outage of the database there is no limit. */
const TRIES = 11;
/** Retry-After when too many messages are waiting, seconds. */
const RETRY_SECONDS = 30;
/** The most messages that may wait at the same time. */
const MAX_WAITING = 2_000;
/**
 * The limits of a sender's new messages in a minute and of waiting ones, so that no sender uses up the places of all.
 */
const PER_SENDER = { limit: 20, windowMs: 60_000 };
const MAX_WAITING_OF_SENDER = 20;
/** The number of remembered message ids: Meta may deliver a message twice. */
const MAX_REMEMBERED = 10_000;

export type InstagramGraph = {
  /** Registers the routes of the webhook. */
  register(app: FastifyInstance): Promise<void>;
  /**
   * Waits a few seconds for the accepted messages. A message whose try fails meanwhile is dropped: its sender must
   * repeat it.
   */
  stop(): Promise<void>;
};

/** Verifies people by direct messages over Meta's Instagram API (INSTAGRAM_PROVIDER=graph). */
export const createInstagramGraph = (options: InstagramGraphOptions): InstagramGraph => {
  const { handler, now, logger, onFailure } = options;
  const { callMs, backoff, graceMs } = { ...TIMING, ...options.timing };
  const api = createGraphApi({ apiRoot: options.apiRoot, accessToken: options.accessToken, callMs });
  const stopping = new AbortController();
  const abortRunning = new AbortController();
  const inTurn = createTurns();
  const waiting = new Set<Promise<void>>();
  const waitingOf = new Map<string, number>();
  const remembered = new Set<string>();
  const perSender = createMemoryLimit(PER_SENDER.limit, PER_SENDER.windowMs);

  const remember = (id: string): void => {
    remembered.add(id);
    for (const oldest of remembered) {
      if (remembered.size <= MAX_REMEMBERED) break;
      remembered.delete(oldest);
    }
  };

  /**
   * Retries a step until it succeeds. Throws permanent errors, Meta's after the last try, and any error after a stop.
   */
  const retry = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await step();
      } catch (error) {
        const isMeta = error instanceof DeliveryError;
        if (isMeta && !abortRunning.signal.aborted) onFailure(error.permanent);
        const temporary = isMeta ? !error.permanent && tries < TRIES : isUnavailable(error);
        if (!temporary || stopping.signal.aborted) throw error;
        await pause(waitMs(backoff, tries, isMeta ? error.retryAfterMs : 0), stopping.signal);
      }
    }
  };

  const answer = async ({ senderId, text }: DirectMessage): Promise<void> => {
    const { username, follows, followers } = await retry(() => api.profile(senderId, abortRunning.signal));
    const outcome = await retry(() =>
      handler.instagramMessage({ senderId, senderUsername: username, text, follows, followers, now: now() }),
    );
    const reply = replyTo(outcome, text, options.siteUrl);
    if (reply !== undefined) await retry(() => api.reply(senderId, reply, abortRunning.signal));
  };

  const countWaiting = (senderId: string, more: 1 | -1): void => {
    const count = (waitingOf.get(senderId) ?? 0) + more;
    if (count === 0) waitingOf.delete(senderId);
    else waitingOf.set(senderId, count);
  };

  const work = async (message: DirectMessage): Promise<void> => {
    countWaiting(message.senderId, 1);
    try {
      await inTurn(message.senderId, () => answer(message));
    } catch (error) {
      // If Meta delivers the message again, it is handled again.
      remembered.delete(message.id);
      const reason = error instanceof DeliveryError ? error.message : describeError(error);
      logger.error({ reason }, 'a direct message on Instagram could not be dealt with');
    } finally {
      countWaiting(message.senderId, -1);
    }
  };

  const take = (messages: readonly DirectMessage[]): boolean => {
    if (stopping.signal.aborted || waiting.size + messages.length > MAX_WAITING) return false;
    for (const message of messages) {
      if (remembered.has(message.id)) continue;
      if ((waitingOf.get(message.senderId) ?? 0) >= MAX_WAITING_OF_SENDER) continue;
      if (perSender.take(message.senderId, now().getTime()) > 0) continue;
      remember(message.id);
      const task = work(message).finally(() => waiting.delete(task));
      waiting.add(task);
    }
    return true;
  };

  return {
    register: (app) =>
      registerSignedWebhook(app, metaWebhook('/api/instagram/webhook', options), (octets) => {
        const messages = messagesIn(octets);
        if (!messages) throw new FieldError({ entry: 'Expected a notification of the Instagram API' });
        if (!take(messages)) throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
      }),
    stop: async () => {
      stopping.abort();
      const grace = setTimeout(() => abortRunning.abort(), graceMs);
      await Promise.all(waiting);
      clearTimeout(grace);
    },
  };
};
