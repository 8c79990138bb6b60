import type { TelegramLinks } from '../adapters/telegram/links.ts';
import type { TelegramOutcome, TelegramStart } from '../adapters/telegram/port.ts';
import { AppError } from '../app-error.ts';
import { moneyOf } from '../configuration/sms-prices.ts';
import { createPhones } from '../features/phone/service.ts';
import { createReadOpenInstagram } from '../features/social/open-instagram.service.ts';
import { type ReviewOutcome, socialNetworksOf } from '../features/social/policy.ts';
import type { Social } from '../features/social/port.ts';
import { createReviews, type Reviews } from '../features/social/reviews.service.ts';
import { createSocial } from '../features/social/service.ts';
import type { Outbox } from '../jobs/port.ts';
import { addLookupJob } from '../jobs/queue.ts';
import type { wireIdentity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

type Deps = {
  outbox: Outbox;
  metrics: Metrics;
  /** The bot's start links. Without a bot, development uses a simulated link. */
  links: TelegramLinks;
};

/** The link to the simulated bot of development. Production without a bot has no link. */
const simulatedLinkFor =
  (production: boolean, publicUrl: string) =>
  (code: string): string => {
    if (production) throw new AppError('request.not_found');
    return `${publicUrl}/dev/telegram?start=${code}`;
  };

/** The organiser of the simulation, in the audit log of a development instance. */
const SIMULATED = { actor: 'simulation', reason: null };

/** The simulations of the development tools: the user of the bot, and the organiser at the queue. */
const createSimulation = (social: Social, reviews: Reviews) => ({
  /** Opens a link and confirms it. Returns the result of the last step reached. */
  playTelegram: async (
    { code, telegramUserId, member }: { code: string; telegramUserId: string; member: boolean },
    now: Date,
  ): Promise<TelegramStart['state'] | TelegramOutcome['status']> => {
    const start = await social.startTelegram({ code, telegramUserId, now });
    if (start.state !== 'ask') return start.state;
    // Each simulated user has a number of its own.
    const own = start.contact && { phoneNumber: `38067${telegramUserId.padStart(7, '0').slice(-7)}` };
    return (await social.confirmTelegram({ code, telegramUserId, ...own, isMember: member, now })).status;
  },
  /** Decides the Instagram name behind an identifier (the event id). */
  playReviewer: (
    { identifier, approved }: { identifier: string; approved: boolean },
    now: Date,
  ): Promise<ReviewOutcome> =>
    reviews.decide({ eventId: identifier, approved, organiser: SIMULATED, now, atOnce: true }),
});

/** Wires the verification of phones and social accounts. */
export const wireVerification = (
  infrastructure: Infrastructure,
  identity: ReturnType<typeof wireIdentity>,
  { outbox, metrics, links }: Deps,
) => {
  const { config, edition, publicUrl } = infrastructure;
  const networks = socialNetworksOf(config);
  const shared = {
    ...identity,
    db: infrastructure.db,
    fingerprint: infrastructure.fingerprint,
    outbox,
    hasTelegram: networks.includes('telegram'),
  };
  const phones = createPhones({
    ...shared,
    get blockedRegions() {
      return edition.blockedRegions;
    },
    channels: config.PHONE_CODE_CHANNELS,
    budgets: config.limits.sms,
    money: moneyOf(config),
    queueLookup: config.NUMBER_LOOKUP_PROVIDER === undefined ? undefined : addLookupJob,
    onBudgetRefused: (budget) => metrics.smsRefused.inc({ budget }),
  });
  const social = createSocial({
    ...shared,
    keyring: infrastructure.keyring,
    proveContact: phones.proveContact,
    hasInstagram: networks.includes('instagram'),
    instagramProof: config.INSTAGRAM_PROOF,
    telegramLinkFor:
      config.TELEGRAM_BOT_TOKEN === undefined ? simulatedLinkFor(config.production, publicUrl) : links.linkFor,
  });
  const reviews = createReviews({ ...shared, keyring: infrastructure.keyring });
  const readOpenInstagram = networks.includes('instagram')
    ? createReadOpenInstagram(infrastructure)
    : async () => undefined;
  return { phones, social, reviews, readOpenInstagram, ...createSimulation(social, reviews) };
};
