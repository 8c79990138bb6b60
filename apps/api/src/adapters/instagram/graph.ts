import { isUnavailable } from '@laurel/database/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createTurns } from '../../concurrency/turns.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { DeliveryError } from '../delivery-error.ts';
import { describeError } from '../describe-error.ts';
import { createGraphApi } from './graph-api.ts';
import type { DirectMessage } from './notification.ts';
import type { InstagramHandler } from './port.ts';
import { replyTo } from './texts.ts';
import { registerGraphWebhook } from './webhook.ts';

export type InstagramGraphOptions = {
  /** https://graph.instagram.com */
  apiRoot: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  handler: InstagramHandler;
  /** Where people find the site, without a slash at the end. */
  siteUrl: string;
  now(): Date;
  logger: Logger;
  /** Hears of every failure of Meta's API; `permanent` where only a person can mend it. */
  onFailure(permanent: boolean): void;
  timing?: Partial<Timing>;
};

/** One call's limit, waits between tries, patience when stopping; milliseconds. */
type Timing = { callMs: number; backoff: Backoff; graceMs: number };
const TIMING: Timing = { callMs: 10_000, backoff: { firstMs: 1_000, mostMs: 120_000 }, graceMs: 5_000 };

/** Tries of one step while Meta's API fails: about ten minutes of them. While the database is away there is no limit. */
const TRIES = 11;
/** Messages that may wait at once. */
const MOST_WAITING = 2_000;
/** Messages remembered, because Meta may tell of one twice. */
const MOST_REMEMBERED = 10_000;

export type InstagramGraph = {
  /** The webhook's routes. */
  register(app: FastifyInstance): Promise<void>;
  /** Gives the running messages a few seconds; what still waits for Meta then is dropped, and its sender writes again. */
  stop(): Promise<void>;
};

/** Verifies people by direct messages over Meta's Instagram API (INSTAGRAM_PROVIDER=graph). */
export const createInstagramGraph = (options: InstagramGraphOptions): InstagramGraph => {
  const { handler, now, logger, onFailure } = options;
  const { callMs, backoff, graceMs } = { ...TIMING, ...options.timing };
  const api = createGraphApi({ apiRoot: options.apiRoot, accessToken: options.accessToken, callMs });
  const stopping = new AbortController();
  const hangUp = new AbortController();
  const inTurn = createTurns();
  const waiting = new Set<Promise<void>>();
  const remembered = new Set<string>();

  const remember = (id: string): void => {
    remembered.add(id);
    for (const oldest of remembered) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(oldest);
    }
  };

  /** Tries a step until it is done. Throws what no try can mend, and everything once the time for trying is over. */
  const insist = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await step();
      } catch (error) {
        const isMeta = error instanceof DeliveryError;
        if (isMeta && !hangUp.signal.aborted) onFailure(error.permanent);
        const passes = isMeta ? !error.permanent && tries < TRIES : isUnavailable(error);
        if (!passes || stopping.signal.aborted) throw error;
        await pause(waitMs(backoff, tries, isMeta ? error.retryAfterMs : 0), stopping.signal);
      }
    }
  };

  const answer = async ({ senderId, text }: DirectMessage): Promise<void> => {
    const { username, follows } = await insist(() => api.profile(senderId, hangUp.signal));
    const outcome = await insist(() =>
      handler.instagramMessage({ senderId, senderUsername: username, text, follows, now: now() }),
    );
    const reply = replyTo(outcome, text, options.siteUrl);
    if (reply !== undefined) await insist(() => api.reply(senderId, reply, hangUp.signal));
  };

  const work = async (message: DirectMessage): Promise<void> => {
    try {
      await inTurn(message.senderId, () => answer(message));
    } catch (error) {
      // Told of once more, it may go better.
      remembered.delete(message.id);
      const reason = error instanceof DeliveryError ? error.message : describeError(error);
      logger.error({ reason }, 'a direct message on Instagram could not be dealt with');
    }
  };

  const take = (messages: readonly DirectMessage[]): boolean => {
    if (stopping.signal.aborted || waiting.size + messages.length > MOST_WAITING) return false;
    for (const message of messages) {
      if (remembered.has(message.id)) continue;
      remember(message.id);
      const task = work(message).finally(() => waiting.delete(task));
      waiting.add(task);
    }
    return true;
  };

  return {
    register: (app) =>
      registerGraphWebhook(app, { appSecret: options.appSecret, verifyToken: options.verifyToken, take }),
    stop: async () => {
      stopping.abort();
      const grace = setTimeout(() => hangUp.abort(), graceMs);
      await Promise.all(waiting);
      clearTimeout(grace);
    },
  };
};
