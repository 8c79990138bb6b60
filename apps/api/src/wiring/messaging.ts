import { parseJson } from '@laurel/contracts/json';
import type { PhoneChannel } from '@laurel/contracts/verification';
import type { Tx } from '@laurel/database/client';
import type { FastifyInstance } from 'fastify';
import { DeliveryError } from '../adapters/delivery-error.ts';
import { describeError } from '../adapters/describe-error.ts';
import { createInboxEmail } from '../adapters/email/inbox.ts';
import type { EmailSender } from '../adapters/email/port.ts';
import { createSmtpSender } from '../adapters/email/smtp.ts';
import { createInbox, type Inbox } from '../adapters/inbox.ts';
import type { NumberLookup } from '../adapters/number-lookup/port.ts';
import { createTwilioLookup } from '../adapters/number-lookup/twilio.ts';
import { registerSignedWebhook } from '../adapters/signed-webhook.ts';
import { createInboxSms } from '../adapters/sms/inbox.ts';
import type { LostMessage, SmsSender, TextSender } from '../adapters/sms/port.ts';
import { createSevenSender, sevenReports } from '../adapters/sms/seven.ts';
import { createTurboSmsSender } from '../adapters/sms/turbosms.ts';
import { createTwilioSender } from '../adapters/sms/twilio.ts';
import { createWebhookSender } from '../adapters/sms/webhook.ts';
import { createWhatsAppSender, whatsAppReports } from '../adapters/sms/whatsapp.ts';
import { gatewayReports, REPORT_PATH } from '../adapters/telegram-gateway/reports.ts';
import { createTelegramGateway } from '../adapters/telegram-gateway/sender.ts';
import { AppError, FieldError } from '../app-error.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { priceIn } from '../configuration/sms-prices.ts';
import { callingCodeOf } from '../crypto/calling-code.ts';
import { isDatabaseTime } from '../features/operations/store.ts';
import { createNumberLookups } from '../features/phone/lookup.service.ts';
import type { Providers } from '../jobs/history.ts';
import { createOutbox } from '../jobs/outbox.ts';
import type { Outbox } from '../jobs/port.ts';
import { isTransactionTime } from '../jobs/store.ts';
import { createJobs } from '../jobs/worker.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

/** The configured mail provider, if there is one. */
export const smtpOf = ({
  SMTP_URL,
  SMTP_CA,
  MAIL_FROM,
  SUPPORT_EMAIL,
  ALLOW_UNENCRYPTED,
}: Config): EmailSender | undefined =>
  SMTP_URL === undefined
    ? undefined
    : createSmtpSender({
        url: SMTP_URL,
        from: MAIL_FROM,
        allowUnencrypted: ALLOW_UNENCRYPTED?.includes('SMTP_URL') ?? false,
        ...(SMTP_CA ? { ca: SMTP_CA } : {}),
        ...(SUPPORT_EMAIL ? { replyTo: SUPPORT_EMAIL } : {}),
      });

/** TurboSMS for a kind of message, if it is configured. */
const turboSmsOf = (
  { TURBOSMS_TOKEN: token, TURBOSMS_API_ROOT: apiRoot }: Config,
  kind: 'sms' | 'viber',
  sender: string | undefined,
): SmsSender | undefined =>
  token === undefined || sender === undefined ? undefined : createTurboSmsSender({ token, kind, sender, apiRoot });

/** seven for a kind of message, if it is configured. */
const sevenOf = (config: Config, kind: 'sms' | 'voice'): SmsSender | undefined => {
  const { SEVEN_API_KEY: apiKey, SEVEN_API_ROOT: apiRoot } = config;
  const from = kind === 'sms' ? config.SEVEN_SENDER : config.SEVEN_CALLER;
  return apiKey === undefined ? undefined : createSevenSender({ apiKey, kind, from, apiRoot });
};

/** WhatsApp, if it is configured. */
const whatsAppOf = (config: Config): SmsSender | undefined => {
  const { WHATSAPP_TOKEN: token, WHATSAPP_NUMBER_ID: numberId, WHATSAPP_TEMPLATE: template } = config;
  if (token === undefined || numberId === undefined || template === undefined) return undefined;
  return createWhatsAppSender({ token, numberId, template, apiRoot: config.WHATSAPP_API_ROOT });
};

/** The configured SMS gateway, if there is one. The configuration has checked the variables of the provider. */
export const gatewayOf = (config: Config): SmsSender | undefined => {
  if (config.SMS_PROVIDER === 'twilio') {
    return createTwilioSender({
      accountSid: config.TWILIO_ACCOUNT_SID ?? '',
      authToken: config.TWILIO_AUTH_TOKEN ?? '',
      from: config.TWILIO_FROM ?? '',
      apiRoot: config.TWILIO_API_ROOT,
    });
  }
  if (config.SMS_PROVIDER === 'turbosms') return turboSmsOf(config, 'sms', config.TURBOSMS_SENDER);
  if (config.SMS_PROVIDER === 'seven') return sevenOf(config, 'sms');
  if (config.SMS_PROVIDER === 'webhook') {
    return createWebhookSender({ url: config.SMS_WEBHOOK_URL ?? '', secret: config.SMS_WEBHOOK_SECRET ?? '' });
  }
  return undefined;
};

/** The Telegram Gateway, if it is configured. It reports deliveries to public addresses only. */
const telegramGatewayOf = ({
  TELEGRAM_GATEWAY_TOKEN,
  TELEGRAM_GATEWAY_API_ROOT,
  PUBLIC_URL,
}: Config): SmsSender | undefined =>
  TELEGRAM_GATEWAY_TOKEN === undefined
    ? undefined
    : createTelegramGateway({
        token: TELEGRAM_GATEWAY_TOKEN,
        apiRoot: TELEGRAM_GATEWAY_API_ROOT,
        reportUrl: PUBLIC_URL?.startsWith('https:') ? `${PUBLIC_URL}${REPORT_PATH}` : undefined,
      });

/** The provider that tells kinds of numbers, if there is one: Twilio, with the account of text messages. */
const lookupOf = (config: Config): NumberLookup | undefined =>
  config.NUMBER_LOOKUP_PROVIDER === undefined
    ? undefined
    : createTwilioLookup({
        accountSid: config.TWILIO_ACCOUNT_SID ?? '',
        authToken: config.TWILIO_AUTH_TOKEN ?? '',
        apiRoot: config.NUMBER_LOOKUP_API_ROOT,
      });

/** The names of the providers in the history of messages. */
export const providersOf = ({ SMTP_URL, SMS_PROVIDER, ...config }: Config): Providers => ({
  email: SMTP_URL === undefined ? 'inbox' : 'smtp',
  telegram: config.TELEGRAM_GATEWAY_TOKEN === undefined ? 'inbox' : 'telegram',
  whatsapp: config.WHATSAPP_TOKEN === undefined ? 'inbox' : 'meta',
  viber: config.TURBOSMS_VIBER_SENDER === undefined ? 'inbox' : 'turbosms',
  sms: SMS_PROVIDER ?? 'inbox',
  voice: config.SEVEN_API_KEY === undefined ? 'inbox' : 'seven',
});

/** In development, messages go to the provider if there is one, and then to the inbox. Production has no inbox. */
const sendersOf = (config: Config, inbox: Inbox | undefined): { email: EmailSender; sms: TextSender } => {
  const email = smtpOf(config);
  const gateways = {
    telegram: telegramGatewayOf(config),
    whatsapp: whatsAppOf(config),
    viber: turboSmsOf(config, 'viber', config.TURBOSMS_VIBER_SENDER),
    sms: gatewayOf(config),
    voice: sevenOf(config, 'voice'),
  };
  if (inbox) {
    const sms = byChannel((via) => createInboxSms(inbox, gateways[via], via));
    return { email: createInboxEmail(inbox, email), sms };
  }
  if (!email) throw new Error('a mail provider is needed without the inbox');
  return { email, sms: byChannel((via) => gateways[via]) };
};

/** Messages of a channel that is no longer configured go nowhere. */
const byChannel = (senderOf: (via: PhoneChannel) => SmsSender | undefined): TextSender => ({
  send: async ({ via, ...sms }, signal) => {
    const sender = senderOf(via);
    if (!sender) throw new DeliveryError(`${via}: not configured`, { permanent: true });
    return sender.send(sms, signal);
  },
});

/** Registers the reports of the providers that sign them. */
export const wireReports = async (
  app: FastifyInstance,
  { config, clock, publicUrl: siteUrl }: Pick<Infrastructure, 'config' | 'clock' | 'publicUrl'>,
  recordLost: (message: LostMessage, now: Date) => Promise<void>,
): Promise<void> => {
  const { TELEGRAM_GATEWAY_TOKEN: token, SEVEN_SIGNING_KEY: signingKey } = config;
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config;
  const reports = [
    token && gatewayReports(token, clock),
    signingKey && sevenReports(signingKey, siteUrl, clock),
    appSecret && verifyToken && whatsAppReports({ appSecret, verifyToken }),
  ];
  for (const each of reports) {
    if (!each) continue;
    await registerSignedWebhook(app, each, async (octets) => {
      const lost = each.lostIn(parseJson(octets.toString()));
      if (!lost) throw new FieldError({ body: 'Expected a report about messages' });
      for (const message of lost) await recordLost({ ...message, provider: each.provider }, clock.now());
    });
  }
};

/** Wires the outbox that features write messages to, and the inbox of development. */
export const wireOutbox = ({
  config,
  clock,
  keyring,
}: Infrastructure): { outbox: Outbox; inbox: Inbox | undefined } => {
  const assertClockRight = async (tx: Tx): Promise<void> => {
    if (config.production && !(await isTransactionTime(tx, clock.now()))) {
      throw new AppError('server.unavailable', { retryAfterSeconds: 2 });
    }
  };
  const outbox = { keyring, providers: providersOf(config), now: () => clock.now(), assertClockRight };
  return {
    outbox: createOutbox(outbox),
    inbox: config.production ? undefined : createInbox(() => clock.now()),
  };
};

/**
 * Wires the jobs: sending the messages of the outbox, and the periodic ones.
 * @param subscribers.onSmsFailed is called in the transaction that records a text message as failed for good
 * @param subscribers.expireVerifications is called every five minutes
 * @param subscribers.retain is called every day, for the accounts that nobody uses
 * @param subscribers.callHooks is called every minute
 * @param subscribers.tellWinners is called every minute, and so is remind
 * @param subscribers.notifyExclusion is called for the jobs of exclusions, and notifyObjection for those of answers
 */
export const wireJobs = (
  infrastructure: Infrastructure,
  metrics: Metrics,
  subscribers: {
    inbox: Inbox | undefined;
    onSmsFailed: (tx: Tx, message: { id: string }, now: Date) => Promise<void>;
    expireVerifications: (now: Date) => Promise<unknown>;
    retain: (now: Date) => Promise<void>;
    callHooks: (signal: AbortSignal) => Promise<void>;
    tellWinners: (now: Date) => Promise<void>;
    remind: (now: Date) => Promise<void>;
    notifyExclusion: (payload: unknown) => Promise<void>;
    notifyObjection: (payload: unknown) => Promise<void>;
  },
) => {
  const { config, clock, db, keyring, logger, edition, publicUrl } = infrastructure;
  const { inbox, ...events } = subscribers;
  return createJobs({
    ...sendersOf(config, inbox),
    ...events,
    providers: providersOf(config),
    lookUpNumber: createNumberLookups({
      db,
      lookup: lookupOf(config),
      now: () => clock.now(),
      onFailure: (error) => {
        const reason = error instanceof DeliveryError ? error.message : describeError(error);
        logger.warn({ reason }, 'the kind of a number stays unknown');
      },
    }),
    priceOf: (via, number) => priceIn(config.SMS_PRICES, via, callingCodeOf(number)),
    databaseUrl: config.DATABASE_LISTEN_URL ?? infrastructure.databaseUrl,
    db,
    keyring,
    logger,
    now: () => clock.now(),
    machineNow: () => systemClock.now(),
    // A development clock may have been moved on purpose.
    isClockRight: async () => !config.production || (await isDatabaseTime(infrastructure.pool, () => clock.now())),
    brand: {
      get name() {
        return edition.texts.name;
      },
      get supportEmail() {
        return edition.supportEmail;
      },
      get mails() {
        return edition.mails;
      },
      get sponsors() {
        return edition.sponsors?.map(({ name }) => name);
      },
      siteUrl: publicUrl,
    },
    onAdapterFailure: (adapter, permanent) => metrics.adapterFailures.inc({ adapter, permanent: String(permanent) }),
  });
};
