import type { FastifyInstance } from 'fastify';
import type { Transformer } from 'grammy';
import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import { AppError } from '../../app-error.ts';
import { createTurns } from '../../concurrency/turns.ts';
import { type Backoff, pause, waitMs } from '../backoff.ts';
import { createApi, createBot } from './client.ts';
import { converse } from './conversation.ts';
import { channelOf, isStranger } from './membership.ts';
import { pollUpdates } from './polling.ts';
import type { TelegramHandler } from './port.ts';
import { shim } from './signal.ts';
import type { BotBrand } from './texts.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { ALLOWED_UPDATES, personOf } from './updates.ts';
import { registerWebhook, webhookOf } from './webhook.ts';

/** How updates arrive. */
export type BotMode =
  | {
      kind: 'polling';
      /** Runs the polling while it is this process's turn: Telegram answers one poller per bot. */
      alone(work: (signal: AbortSignal) => Promise<void>, stopping: AbortSignal): Promise<void>;
    }
  | {
      kind: 'webhook';
      /** Where Telegram finds this instance, over https, without a slash at the end. */
      publicUrl: string;
    };

export type TelegramOptions = {
  token: string;
  /** TELEGRAM_CHANNEL: @name or the numeric id of a private channel. */
  channel: string;
  /** Where people subscribe to a channel that has no @name. */
  channelPage(): string;
  /** https://api.telegram.org, or a Bot API server of one's own. */
  apiRoot: string;
  mode: BotMode;
  handler: TelegramHandler;
  brand: BotBrand;
  now(): Date;
  logger: Logger;
  /** Hears of every failure of Telegram; `permanent` where only a person can mend it. */
  onFailure(permanent: boolean): void;
  timing?: Partial<Timing>;
};

type Timing = {
  /** One call's limit, milliseconds. */
  callMs: number;
  /** One long poll's length, seconds. */
  holdSeconds: number;
  backoff: Backoff;
  /** How often the webhook is set anew, milliseconds: a replica that still polls, or anybody's test, may take it away. */
  renewMs: number;
  /** How long a stop waits for what is running, milliseconds. */
  graceMs: number;
};

const TIMING: Timing = {
  callMs: 10_000,
  holdSeconds: 30,
  backoff: { firstMs: 1_000, mostMs: 60_000 },
  renewMs: 120_000,
  graceMs: 5_000,
};

/** How soon a client may ask again for a link while the bot's name is not known yet, seconds. */
const LINK_RETRY_SECONDS = 5;

export type TelegramBot = {
  /**
   * The bot's start address with a code.
   * @throws AppError server.unavailable until Telegram has been reached once: only it knows the bot's name
   */
  linkFor(code: string): string;
  /** The webhook's route, in webhook mode. */
  register(app: FastifyInstance): void;
  /** Begins in the background, and keeps at it however long Telegram is away. */
  start(): void;
  /** Takes no more updates, finishes the running ones within a few seconds. */
  stop(): Promise<void>;
};

/** Refusals that are about one person, not about us: a blocked bot, an old button, somebody who was never there. */
const isAboutPerson = (method: string, code: number, description: string): boolean =>
  method === 'getChatMember'
    ? isStranger(code, description)
    : (code === 400 || code === 403) && /^(sendMessage|editMessageText|answerCallbackQuery)$/.test(method);

/** The bot that verifies people by Telegram, on grammY. */
export const createTelegramBot = (options: TelegramOptions): TelegramBot => {
  const { token, mode, handler, brand, now, logger, onFailure } = options;
  const { callMs, holdSeconds, backoff, renewMs, graceMs } = { ...TIMING, ...options.timing };
  const apiRoot = options.apiRoot.replace(/\/+$/, '');
  const channel = channelOf(options.channel, options.channelPage);
  const stopping = new AbortController();
  const inTurn = createTurns();
  let running: Promise<void> = Promise.resolve();

  const countFailures: Transformer = async (call, method, payload, signal) => {
    try {
      const answer = await call(method, payload, signal);
      if (!answer.ok && !isAboutPerson(method, answer.error_code, answer.description)) {
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
  const failed = ({ said, permanent }: Trouble, final: boolean): void => {
    logger[permanent || final ? 'error' : 'warn']({ reason: said, final }, 'the Telegram bot had trouble');
  };
  converse(bot, { handler, channel, brand, now, gaveUp: (trouble) => failed(trouble, true) });
  const handle = (update: Update): Promise<void> => bot.handleUpdate(update);

  /** Tries until it works or the bot is stopped. Also what only a person can mend is tried again, at the longest wait. */
  const insist = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        const trouble = troubleOf(error);
        failed(trouble, false);
        const wait = trouble.permanent ? backoff.mostMs : waitMs(backoff, tries, trouble.retryAfterMs);
        await pause(wait, stopping.signal);
      }
    }
    return undefined;
  };

  /** Only an administrator of a channel hears of its members; a bot that is none would refuse everybody. */
  const checkRights = async (botId: number): Promise<void> => {
    const rights = await bot.api.getChatMember(channel.chatId, botId, shim(stopping.signal)).catch(troubleOf);
    if ('status' in rights && rights.status === 'administrator') return;
    if (stopping.signal.aborted) return;
    onFailure(true);
    const reason = 'status' in rights ? `its status there is "${rights.status}"` : rights.said;
    logger.error({ reason }, 'the Telegram bot must be an administrator of TELEGRAM_CHANNEL');
  };

  const run = async (): Promise<void> => {
    const me = await insist(() => bot.api.getMe(shim(stopping.signal)));
    if (!me) return;
    bot.botInfo = me;
    logger.info({ bot: me.username }, 'the Telegram bot is ready');
    await checkRights(me.id);
    if (mode.kind === 'webhook') {
      const { url, secret } = webhookOf(token, mode.publicUrl);
      const settings = { secret_token: secret, allowed_updates: ALLOWED_UPDATES };
      while (!stopping.signal.aborted) {
        await insist(() => bot.api.setWebhook(url, settings, shim(stopping.signal)));
        await pause(renewMs, stopping.signal);
      }
    } else {
      const poll = (signal: AbortSignal): Promise<void> =>
        pollUpdates({ api: pollApi, handle, inTurn, backoff, holdSeconds, failed }, signal);
      await mode.alone(poll, stopping.signal);
    }
  };

  return {
    linkFor: (code) => {
      if (!bot.isInited()) throw new AppError('server.unavailable', { retryAfterSeconds: LINK_RETRY_SECONDS });
      return `https://t.me/${bot.botInfo.username}?start=${code}`;
    },
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
      running = run().catch((error: unknown) => failed(troubleOf(error), true));
    },
    stop: async () => {
      stopping.abort();
      const grace = new AbortController();
      await Promise.race([running, pause(graceMs, grace.signal)]);
      grace.abort();
    },
  };
};
