import { X509Certificate } from 'node:crypto';
import { PHONE_CHANNELS, type PhoneChannel } from '@laurel/contracts/verification';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ENCRYPTED_VARIABLES } from './exposure.ts';
import { smsPricesSchema } from './sms-prices.ts';

/** The largest integer of the database's counters. */
const MOST = 2_147_483_647;
const count = (fallback: number) => z.coerce.number().int().min(1).max(MOST).default(fallback);
const text = z.string().trim().min(1);
const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address like ${example}` });
const webUrl = url(/^https?$/, 'https://awards.example.org');
/** An address without a path: the origin of a site, in the one spelling that browsers have for it. */
const originUrl = webUrl.pipe(
  z
    .string()
    .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
      error: 'must be an address without a path, like https://awards.example.org',
    })
    .transform((value) => new URL(value).origin),
);
/** A path of this site, or an address. A browser reads two slashes as another site. */
const pathOrUrl = z.union([webUrl, text.regex(/^\/(?![/\\])/)], {
  error: 'must be a path like /api/client-ip or an address like https://ip.example.org',
});
const databaseUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database');

const key32 = text.refine((value) => Buffer.from(value, 'base64').length === 32, {
  error: 'must be 32 bytes in base64 (openssl rand -base64 32)',
});
const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
};
/** One or more certificates in PEM; `\\n` for a line break, as on one line of .env. */
const certificates = text
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine(isCertificate, { error: 'must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----' });
const secret = text.min(32, { error: 'must have at least 32 characters (openssl rand -base64 32)' });
const list = text.transform((value) => value.split(',').map((each) => each.trim())).pipe(z.array(text));
/** Addresses, separated by commas or spaces. */
const addresses = text.transform((value) => value.split(/[,\s]+/)).pipe(z.array(text));
const cidr = text.refine((value) => ipaddr.isValidCIDR(value) || ipaddr.isValid(value), {
  error: 'must be an address or a CIDR block',
});

/** The selector of a DKIM key (RFC 6376 §3.1). */
export const DKIM_SELECTOR = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const phoneChannel = z.enum(PHONE_CHANNELS, { error: `must be names out of ${PHONE_CHANNELS.join(', ')}` });

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that Laurel reads, with its rule. Each is explained in `reference.ts`. */
export const configSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: originUrl.optional(),
  CONSOLE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CONSOLE_URL: originUrl.optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATE_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATABASE_CONSOLE_URL: databaseUrl.optional(),
  DATA_DIR: text.default('.data'),
  RETAIN_MONTHS: z.coerce.number().int().min(1).max(120).default(24),
  EDITION_DIR: text.optional(),
  WEB_DIR: text.optional(),
  CONSOLE_DIR: text.optional(),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: list.pipe(z.array(secret)).optional(),
  DATA_KEY: key32.optional(),
  DATA_KEY_PREVIOUS: list.pipe(z.array(key32)).optional(),
  LOG_KEY: key32.optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  SMTP_CA: certificates.optional(),
  MAIL_FROM: text.optional(),
  MAIL_DKIM_SELECTOR: text
    .regex(DKIM_SELECTOR, { error: 'must be a selector, like s1 of s1._domainkey.example.org' })
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  PHONE_CODE_CHANNELS: list
    .pipe(z.tuple([phoneChannel], phoneChannel))
    .refine((names) => new Set(names).size === names.length, { error: 'must name each channel once' })
    .refine((names) => !names.slice(0, -1).includes('voice'), { error: 'must end with voice, the dearest' })
    .default(['sms']),
  TELEGRAM_GATEWAY_TOKEN: text.optional(),
  TELEGRAM_GATEWAY_API_ROOT: webUrl.default('https://gatewayapi.telegram.org'),
  SMS_PROVIDER: z.enum(['twilio', 'turbosms', 'seven', 'webhook']).optional(),
  SEVEN_API_KEY: text.optional(),
  SEVEN_SIGNING_KEY: text.optional(),
  SEVEN_SENDER: text.optional(),
  SEVEN_CALLER: text.optional(),
  SEVEN_API_ROOT: webUrl.default('https://gateway.seven.io/api'),
  TURBOSMS_TOKEN: text.optional(),
  TURBOSMS_SENDER: text.optional(),
  TURBOSMS_VIBER_SENDER: text.optional(),
  TURBOSMS_API_ROOT: webUrl.default('https://api.turbosms.ua'),
  WHATSAPP_TOKEN: text.optional(),
  WHATSAPP_NUMBER_ID: text.optional(),
  WHATSAPP_TEMPLATE: text.optional(),
  WHATSAPP_APP_SECRET: text.optional(),
  WHATSAPP_VERIFY_TOKEN: text.optional(),
  WHATSAPP_API_ROOT: webUrl.default('https://graph.facebook.com/v23.0'),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_API_ROOT: webUrl.default('https://api.twilio.com'),
  NUMBER_LOOKUP_PROVIDER: z.enum(['twilio']).optional(),
  NUMBER_LOOKUP_API_ROOT: webUrl.default('https://lookups.twilio.com'),
  SMS_WEBHOOK_URL: webUrl.optional(),
  SMS_WEBHOOK_SECRET: secret.optional(),
  WEBHOOK_PRIVATE_HOSTS: list.optional(),
  SMS_PRICES: smsPricesSchema.optional(),
  PHONE_CODE_TOTAL_BUDGET: z.coerce.number().positive().max(1_000_000).optional(),
  SMS_HOURLY_BUDGET: count(500),
  SMS_COUNTRY_HOURLY_BUDGET: count(200),
  SMS_NETWORK_HOURLY_BUDGET: count(100),
  TELEGRAM_BOT_TOKEN: text.optional(),
  TELEGRAM_CHANNEL: text.optional(),
  TELEGRAM_MODE: z.enum(['polling', 'webhook']).default('polling'),
  TELEGRAM_API_ROOT: webUrl.default('https://api.telegram.org'),
  INSTAGRAM_PROVIDER: z.enum(['review', 'graph']).optional(),
  INSTAGRAM_PROOF: z.enum(['dm', 'none']).default('dm'),
  INSTAGRAM_ACCESS_TOKEN: text.optional(),
  INSTAGRAM_APP_SECRET: text.optional(),
  INSTAGRAM_VERIFY_TOKEN: text.optional(),
  INSTAGRAM_API_ROOT: webUrl.default('https://graph.instagram.com'),
  TRUST_PROXY: addresses.pipe(z.array(cidr)).optional(),
  ALLOW_UNENCRYPTED: list
    .pipe(z.array(z.enum(ENCRYPTED_VARIABLES, { error: `must be names out of ${ENCRYPTED_VARIABLES.join(', ')}` })))
    .optional(),
  IP_LOOKUP_URL: pathOrUrl.default('/api/client-ip'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  LAUREL_OPERATOR: text.optional(),
  LAUREL_DEPLOYMENT_DIR: text.optional(),
  LIMITS_REGISTER_NETWORK_HOUR: count(200),
  LIMITS_LOGIN_ACCOUNT_QUARTER: count(10),
  LIMITS_LOGIN_NETWORK_QUARTER: count(300),
  LIMITS_MAIL_ACCOUNT_HOUR: count(5),
  LIMITS_MAIL_ACCOUNT_DAY: count(20),
  LIMITS_MAIL_NETWORK_HOUR: count(60),
  LIMITS_CODES_ACCOUNT_DAY: count(20),
  LIMITS_CODES_ACCOUNT_TOTAL: count(100),
  LIMITS_CODES_NETWORK_HOUR: count(500),
  LIMITS_FLOOD_REGISTER: count(2000),
  LIMITS_FLOOD_REGISTER_NETWORK: count(200),
  LIMITS_FLOOD_LOGIN: count(4000),
  LIMITS_FLOOD_LOGIN_NETWORK: count(300),
  LIMITS_FLOOD_MAIL: count(400),
  LIMITS_FLOOD_MAIL_NETWORK: count(60),
  LIMITS_FLOOD_SMS: count(150),
  LIMITS_FLOOD_SMS_NETWORK: count(100),
  LIMITS_VOTES_ACCOUNT_MINUTE: count(60),
  LIMITS_RECEIPTS_ACCOUNT_MINUTE: count(30),
  LIMITS_READS_NETWORK_MINUTE: count(600),
  LIMITS_SOCKETS_NETWORK: count(200),
  LIMITS_SUBSCRIPTIONS: count(20),
});

/** The parsed variables. */
export type Values = z.output<typeof configSchema>;
export type VariableName = keyof Values;

type Need = {
  names: readonly VariableName[];
  /** A text after "is needed". */
  when: string;
  holds(values: Values): boolean;
};

/** What each channel of codes needs. Without it development has the inbox. */
const channelNeeds = (names: Readonly<Record<PhoneChannel, readonly VariableName[]>>): Need[] =>
  PHONE_CHANNELS.map((channel) => ({
    names: names[channel],
    when: `in production with ${channel} in PHONE_CODE_CHANNELS`,
    holds: ({ NODE_ENV, PHONE_CODE_CHANNELS }) => NODE_ENV === 'production' && PHONE_CODE_CHANNELS.includes(channel),
  }));

/** What each provider of text messages needs. */
const smsNeeds = (names: Readonly<Record<string, readonly VariableName[]>>): Need[] =>
  Object.entries(names).map(([provider, needed]) => ({
    names: needed,
    when: `with SMS_PROVIDER=${provider}`,
    holds: ({ SMS_PROVIDER }) => SMS_PROVIDER === provider,
  }));

/** The variables that must be set, and when. */
export const NEEDS: readonly Need[] = [
  ...smsNeeds({
    twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    turbosms: ['TURBOSMS_TOKEN', 'TURBOSMS_SENDER'],
    seven: ['SEVEN_API_KEY'],
    webhook: ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  }),
  {
    names: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
    when: 'with NUMBER_LOOKUP_PROVIDER=twilio',
    holds: ({ NUMBER_LOOKUP_PROVIDER }) => NUMBER_LOOKUP_PROVIDER === 'twilio',
  },
  ...channelNeeds({
    telegram: ['TELEGRAM_GATEWAY_TOKEN'],
    whatsapp: ['WHATSAPP_TOKEN', 'WHATSAPP_NUMBER_ID', 'WHATSAPP_TEMPLATE'],
    viber: ['TURBOSMS_TOKEN', 'TURBOSMS_VIBER_SENDER'],
    sms: ['SMS_PROVIDER'],
    voice: ['SEVEN_API_KEY'],
  }),
  {
    names: ['INSTAGRAM_ACCESS_TOKEN', 'INSTAGRAM_APP_SECRET', 'INSTAGRAM_VERIFY_TOKEN'],
    when: 'with INSTAGRAM_PROVIDER=graph',
    holds: ({ INSTAGRAM_PROVIDER }) => INSTAGRAM_PROVIDER === 'graph',
  },
  {
    names: ['DATABASE_CONSOLE_URL'],
    when: 'with CONSOLE_URL and DATABASE_URL',
    holds: ({ CONSOLE_URL, DATABASE_URL }) => CONSOLE_URL !== undefined && DATABASE_URL !== undefined,
  },
  {
    names: ['TELEGRAM_CHANNEL'],
    when: 'with TELEGRAM_BOT_TOKEN',
    holds: ({ TELEGRAM_BOT_TOKEN }) => TELEGRAM_BOT_TOKEN !== undefined,
  },
  {
    names: ['PUBLIC_URL', 'DATABASE_URL', 'JWT_SECRET', 'DATA_KEY', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'],
    when: 'in production',
    holds: ({ NODE_ENV }) => NODE_ENV === 'production',
  },
];

/** Fewer distinct characters are not random: 32 random base64 characters have about 25. */
const FEWEST_DIFFERENT = 10;
const KNOWN_WORDS = /change.?me|example|default|password|secret.?key|1234567|abcdef/i;

/** Why a secret is too easy to guess, as a text after its name; undefined if it is not. */
export const weaknessOf = (value: string): string | undefined => {
  if (new Set(value).size < FEWEST_DIFFERENT) return 'is too easy to guess: it repeats a few characters';
  if (KNOWN_WORDS.test(value)) return 'is too easy to guess: it holds a word that attackers try first';
  return undefined;
};
