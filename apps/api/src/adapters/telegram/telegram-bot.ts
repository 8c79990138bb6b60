import type { FastifyInstance } from 'fastify';
import type { Transformer } from 'grammy';
import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import { createTurns } from '../../concurrency/turns.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { createApi, createBot } from './client.ts';
import { converse } from './conversation.ts';
import { type BotFailure, failureOf } from './failure.ts';
import type { TelegramLinks } from './links.ts';
import { channelOf, isUnknownMember } from './membership.ts';
import { pollUpdates } from './polling.ts';
import type { TelegramHandler } from './port.ts';
import { shim } from './signal.ts';
import type { BotBrand } from './texts.ts';
import { ALLOWED_UPDATES, personOf } from './updates.ts';
import { registerWebhook, webhookOf } from './webhook.ts';

/** How updates arrive. */
export type BotMode =
  | {
      kind: 'polling';
      /** Runs the polling while this process holds the lock: Telegram allows one poller per bot. */
      alone(work: (signal: AbortSignal) => Promise<void>, stopping: AbortSignal): Promise<void>;
    }
  | {
      kind: 'webhook';
      /** The https address of this instance, without a trailing slash. */
      publicUrl: string;
    };

export type TelegramOptions = {
  token: string;
  /** TELEGRAM_CHANNEL: @name or the numeric id of a private channel. */
  channel: string;
  /** The link to subscribe to a channel without @name. */
  channelPage(): string;
  /** https://api.telegram.org, or your own Bot API server. */
  apiRoot: string;
  mode: BotMode;
  handler: TelegramHandler;
  /** Gets the bot's name, which the bot reads from Telegram. */
  links: TelegramLinks;
  brand: BotBrand;
  now(): Date;
  logger: Logger;
  /** Called for each failure of Telegram. `permanent` means that the organiser must fix it. */
  onFailure(permanent: boolean): void;
  timing?: Partial<Timing>;
};

type Timing = {
  /** The time limit of a request, milliseconds. */
  callMs: number;
  /** The length of one long poll, seconds. */
  holdSeconds: number;
  backoff: Backoff;
  /** How often the webhook is set again, milliseconds: another process that polls with the same token deletes it. */
  renewMs: number;
  /** How long a stop waits for running updates, milliseconds. */
  graceMs: number;
};

const TIMING: Timing = {
  callMs: 10_000,
  holdSeconds: 30,
  backoff: { firstMs: 1_000, mostMs: 60_000 },
  renewMs: 120_000,
  graceMs: 5_000,
};

export type TelegramBot = {
  /** Registers the webhook's route, in webhook mode. */
  register(app: FastifyInstance): void;
  /** Starts in the background, and retries for as long as Telegram is unreachable. */
  start(): void;
  /** Ends polling, and waits a few seconds for running updates. The webhook's requests end with the server. */
  stop(): Promise<void>;
};

/** Errors that concern one user, not the bot: a blocked bot, an old button, a user who was never in the channel. */
const concernsUser = (method: string, code: number, description: string): boolean =>
  method === 'getChatMember'
    ? isUnknownMember(code, description)
    : (code === 400 || code === 403) && /^(sendMessage|editMessageText|answerCallbackQuery)$/.test(method);

/** Creates the bot that verifies Telegram accounts, with grammY. */
export const createTelegramBot = (options: TelegramOptions): TelegramBot => {
  const { token, mode, handler, links, brand, now, logger, onFailure } = options;
  const { callMs, holdSeconds, backoff, renewMs, graceMs } = { ...TIMING, ...options.timing };
  const apiRoot = options.apiRoot.replace(/\/+$/, '');
  const channel = channelOf(options.channel, options.channelPage);
  const stopping = new AbortController();
  const inTurn = createTurns();
  let running: Promise<void> = Promise.resolve();

  const countFailures: Transformer = async (call, method, payload, signal) => {
    try {
      const answer = await call(method, payload, signal);
      if (!answer.ok && !concernsUser(method, answer.error_code, answer.description)) {
        onFailure(answer.error_code < 500 && answer.error_code !== 409 && answer.error_code !== 429);
      }
      return answer;
    } catch (error) {
      if (!stopping.signal.aborted) onFailure(false);
      throw error;
    }
  };

  const bot = createBot({ token, apiRoot, callMs });
  const pollApi = createApi({ token, apiRoot, callMs: holdSeconds * 1000 + callMs });
  bot.api.config.use(countFailures);
  pollApi.config.use(countFailures);
  const failed = ({ detail, permanent }: BotFailure, final: boolean): void => {
    logger[permanent || final ? 'error' : 'warn']({ reason: detail, final }, 'the Telegram bot had trouble');
  };
  converse(bot, { handler, channel, brand, now, onGivenUp: (failure) => failed(failure, true) });
  const handle = (update: Update): Promise<void> => bot.handleUpdate(update);

  /** Retries until the work succeeds or the bot is stopped. Permanent errors are retried, too, with the longest delay. */
  const retry = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        const failure = failureOf(error);
        failed(failure, false);
        const wait = failure.permanent ? backoff.mostMs : waitMs(backoff, tries, failure.retryAfterMs);
        await pause(wait, stopping.signal);
      }
    }
    return undefined;
  };

  /** Reports a bot that is not an administrator of the channel: it could not read members, and would reject every user. */
  const checkRights = async (botId: number): Promise<void> => {
    const rights = await retry(() =>
      bot.api.getChatMember(channel.chatId, botId, shim(stopping.signal)).catch((error: unknown) => {
        const failure = failureOf(error);
        if (!failure.permanent) throw error;
        return failure;
      }),
    );
    if (!rights || stopping.signal.aborted) return;
    if ('status' in rights && rights.status === 'administrator') return;
    onFailure(true);
    const reason = 'status' in rights ? `its status there is "${rights.status}"` : rights.detail;
    logger.error({ reason }, 'the Telegram bot must be an administrator of TELEGRAM_CHANNEL');
  };

  const run = async (): Promise<void> => {
    const me = await retry(() => bot.api.getMe(shim(stopping.signal)));
    if (!me) return;
    bot.botInfo = me;
    links.setUsername(me.username);
    logger.info({ bot: me.username }, 'the Telegram bot is ready');
    await checkRights(me.id);
    if (mode.kind === 'webhook') {
      const { url, secret } = webhookOf(token, mode.publicUrl);
      const settings = { secret_token: secret, allowed_updates: ALLOWED_UPDATES };
      while (!stopping.signal.aborted) {
        await retry(() => bot.api.setWebhook(url, settings, shim(stopping.signal)));
        await pause(renewMs, stopping.signal);
      }
    } else {
      const poll = (signal: AbortSignal): Promise<void> =>
        pollUpdates({ api: pollApi, handle, inTurn, backoff, holdSeconds, failed }, signal);
      await mode.alone(poll, stopping.signal);
    }
  };

  return {
    register: (app) => {
      if (mode.kind !== 'webhook') return;
      registerWebhook(app, {
        token,
        isReady: () => bot.isInited(),
        handle: (update) => inTurn(personOf(update), () => handle(update)),
        failed,
      });
    },
    start: () => {
      running = run().catch((error: unknown) => failed(failureOf(error), true));
    },
    stop: async () => {
      stopping.abort();
      await waitAtMost(graceMs, running);
    },
  };
};
