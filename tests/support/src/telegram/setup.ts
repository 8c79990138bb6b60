import { createTelegramLinks } from '@laurel/api/adapters/telegram/links';
import type { TelegramHandler, TelegramOutcome, TelegramStart } from '@laurel/api/adapters/telegram/port';
import { createTelegramBot, type TelegramOptions } from '@laurel/api/adapters/telegram/telegram-bot';
import type { Language } from '@laurel/contracts/languages';
import { pino } from 'pino';
import { createListeningApp } from '../listening-app.ts';
import { until } from '../until.ts';
import { BOT_TOKEN, type BotApi, CHANNEL, type Message, startBotApi, type TelegramUser } from './bot-api.ts';

export type Mode = 'polling' | 'webhook';

/** An issued link, as the handler behind the port knows it. */
type GivenLink = { maskedEmail: string; language: Language; boundTo?: string; expired?: boolean; contact?: true };
type Call = { call: keyof TelegramHandler } & Record<string, unknown>;

/** A fake handler behind the port that answers by simple rules and records its calls. */
export const recordingHandler = () => {
  const links = new Map<string, GivenLink>();
  const verified = new Map<string, string>();
  const numbers = new Map<string, TelegramOutcome['status']>();
  const calls: Call[] = [];
  const faults: unknown[] = [];
  const note = (call: keyof TelegramHandler, ask: Record<string, unknown>): void => {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    const { now: _now, ...rest } = ask;
    calls.push({ call, ...rest });
  };
  const handler: TelegramHandler = {
    startTelegram: async (ask): Promise<TelegramStart> => {
      note('startTelegram', ask);
      const link = links.get(ask.code);
      if (!link || link.expired) return { state: 'expired' };
      const { language, maskedEmail } = link;
      if ((link.boundTo ?? ask.telegramUserId) !== ask.telegramUserId) return { state: 'used', language };
      if ((verified.get(ask.telegramUserId) ?? maskedEmail) !== maskedEmail) return { state: 'tag_used', language };
      link.boundTo = ask.telegramUserId;
      return { state: 'ask', maskedEmail, language, ...(link.contact && { contact: true }) };
    },
    confirmTelegram: async (ask): Promise<TelegramOutcome> => {
      note('confirmTelegram', ask);
      const asked = [...links.values()].find(({ boundTo }) => boundTo === ask.telegramUserId);
      const link = ask.code === undefined ? asked : links.get(ask.code);
      if (!link || link.expired || link.boundTo !== ask.telegramUserId) return { status: 'EXPIRED' };
      const { language, maskedEmail } = link;
      const refusal = numbers.get(ask.phoneNumber ?? '');
      if (refusal) return { status: refusal, language };
      if ((verified.get(ask.telegramUserId) ?? maskedEmail) !== maskedEmail) return { status: 'TAG_USED', language };
      if (!ask.isMember) return { status: 'RETRY', language };
      verified.set(ask.telegramUserId, maskedEmail);
      return { status: 'VERIFIED', language };
    },
    membershipChanged: async (change) => {
      note('membershipChanged', change);
      return false;
    },
  };
  return {
    handler,
    links,
    /** Why a number does not count. */
    numbers,
    calls,
    /** Errors that the next calls throw, in order. */
    failWith: (...errors: unknown[]): void => void faults.push(...errors),
    of: (call: keyof TelegramHandler): Call[] => calls.filter((each) => each.call === call),
  };
};

export const BRAND = { name: { en: 'Meridian', uk: 'Меридіан' }, siteUrl: 'https://vote.example' };
/** The limit of a call, milliseconds. No answer reaches it; a test of a call without an answer moves the clock past it. */
export const CALL_MS = 300_000;
/** Such a test moves the clock twice, which must not end a poll. */
const HOLD_SECONDS = (3 * CALL_MS) / 1_000;
const TIMING = {
  callMs: CALL_MS,
  holdSeconds: HOLD_SECONDS,
  backoff: { firstMs: 5, mostMs: 40 },
  graceMs: CALL_MS,
};

type Setup = { mode: Mode; api?: BotApi; start?: boolean; options?: Partial<TelegramOptions> };

/**
 * A bot between a Bot API server and a recording handler, with real sockets on both sides.
 * @param setup.api a shared or prepared server; by default a new one
 * @param setup.start whether the bot starts at once
 */
export const setUpBot = async ({ mode, api: shared, start = true, options = {} }: Setup) => {
  const api = shared ?? (await startBotApi());
  const recorded = recordingHandler();
  const failures: boolean[] = [];
  const log: string[] = [];
  const { app, origin, begin } = await createListeningApp();
  const links = createTelegramLinks();
  const bot = createTelegramBot({
    links,
    token: BOT_TOKEN,
    channel: `@${CHANNEL.username}`,
    channelPage: () => 'https://vote.example/channel',
    apiRoot: api.origin,
    mode:
      mode === 'polling'
        ? { kind: 'polling', alone: (work, stopping) => work(stopping) }
        : { kind: 'webhook', publicUrl: origin },
    handler: recorded.handler,
    brand: BRAND,
    now: () => new Date(),
    logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    onFailure: (permanent) => void failures.push(permanent),
    timing: TIMING,
    ...options,
  });
  bot.register(app);
  await begin();
  if (start) bot.start();
  return {
    bot,
    linkFor: links.linkFor,
    api,
    ...recorded,
    failures,
    log,
    origin,
    close: async () => {
      await bot.stop();
      await app.close();
      if (!shared) await api.close();
    },
  };
};

export type BotSetup = Awaited<ReturnType<typeof setUpBot>>;

/** Waits until the bot polls, so that it gets a user's first message. */
export const untilListening = ({ api }: BotSetup): Promise<boolean> =>
  until('the bot to listen', () => api.calls.includes('getUpdates') || api.queue.webhook !== undefined);

/** Waits for the bot's `count`-th message to a user. */
export const messageTo = (api: BotApi, user: TelegramUser, count = 1): Promise<Message> =>
  until(`message ${count} to ${user.id}`, () => api.chatOf(user.id)[count - 1]);

/** Presses the callback button of a message. */
export const pressButton = (api: BotApi, user: TelegramUser, message: Message): void => {
  const data = message.buttons.find((button) => button.data !== undefined)?.data;
  if (data === undefined) throw new Error('there is no such button');
  api.press(user, message, data);
};
