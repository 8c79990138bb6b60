import type { FastifyInstance } from 'fastify';
import { createInstagramGraph, type InstagramGraph } from '../adapters/instagram/graph.ts';
import type { InstagramHandler } from '../adapters/instagram/port.ts';
import type { TelegramLinks } from '../adapters/telegram/links.ts';
import { createPollLock } from '../adapters/telegram/poll-lock.ts';
import type { TelegramHandler } from '../adapters/telegram/port.ts';
import type { TelegramBot } from '../adapters/telegram/telegram-bot.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

const telegramOf = async (
  infrastructure: Infrastructure,
  metrics: Metrics,
  handler: TelegramHandler,
  links: TelegramLinks,
): Promise<TelegramBot | undefined> => {
  const { config, clock, edition, logger, publicUrl } = infrastructure;
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL: channel } = config;
  if (token === undefined || channel === undefined) return undefined;
  // Loaded only for a configured bot: grammY takes 20 MB and 100 ms.
  const { createTelegramBot } = await import('../adapters/telegram/telegram-bot.ts');
  const pollLock = createPollLock({
    url: config.DATABASE_LISTEN_URL ?? infrastructure.databaseUrl,
    onError: (error) => logger.warn({ err: error }, 'the Telegram bot waits for the database'),
  });
  return createTelegramBot({
    token,
    channel,
    channelPage: () => edition.links.telegramChannel,
    apiRoot: config.TELEGRAM_API_ROOT,
    mode: config.TELEGRAM_MODE === 'webhook' ? { kind: 'webhook', publicUrl } : { kind: 'polling', alone: pollLock },
    handler,
    links,
    brand: {
      get name() {
        return edition.texts.name;
      },
      siteUrl: publicUrl,
    },
    now: () => clock.now(),
    logger,
    onFailure: (permanent) => metrics.adapterFailures.inc({ adapter: 'telegram', permanent: String(permanent) }),
  });
};

/** Meta's API, if it is configured. The configuration has checked its variables. */
const instagramOf = (
  infrastructure: Infrastructure,
  metrics: Metrics,
  handler: InstagramHandler,
): InstagramGraph | undefined => {
  const { config, clock, logger, publicUrl } = infrastructure;
  if (config.INSTAGRAM_PROVIDER !== 'graph') return undefined;
  return createInstagramGraph({
    apiRoot: config.INSTAGRAM_API_ROOT,
    accessToken: config.INSTAGRAM_ACCESS_TOKEN ?? '',
    appSecret: config.INSTAGRAM_APP_SECRET ?? '',
    verifyToken: config.INSTAGRAM_VERIFY_TOKEN ?? '',
    handler,
    siteUrl: publicUrl,
    now: () => clock.now(),
    logger,
    onFailure: (permanent) => metrics.adapterFailures.inc({ adapter: 'instagram', permanent: String(permanent) }),
  });
};

/** Wires the bot and Meta's API, if they are configured. */
export const wireSocialProviders = async (
  infrastructure: Infrastructure,
  metrics: Metrics,
  { social, links }: { social: TelegramHandler & InstagramHandler; links: TelegramLinks },
) => {
  const telegram = await telegramOf(infrastructure, metrics, social, links);
  const instagram = instagramOf(infrastructure, metrics, social);
  return {
    registerProviderWebhooks: async (app: FastifyInstance): Promise<void> => {
      telegram?.register(app);
      await instagram?.register(app);
    },
    start: (): void => telegram?.start(),
    close: async (): Promise<void> => {
      await Promise.all([telegram?.stop(), instagram?.stop()]);
    },
  };
};
