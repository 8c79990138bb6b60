import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const text = z.string().trim().min(1);
const url = (protocol: RegExp) => z.url({ protocol });
const webUrl = url(/^https?$/);
const databaseUrl = url(/^postgres(ql)?$/);

const key32 = text.refine((value) => Buffer.from(value, 'base64').length === 32, {
  error: 'must be 32 bytes in base64 (openssl rand -base64 32)',
});
const secret = text.min(32, { error: 'must have at least 32 characters' });
const list = text.transform((value) => value.split(',').map((each) => each.trim())).pipe(z.array(text));
const cidr = text.refine((value) => ipaddr.isValidCIDR(value) || ipaddr.isValid(value), {
  error: 'must be an address or a CIDR block',
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: webUrl.optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATE_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATA_DIR: text.default('.data'),
  EDITION_DIR: text.optional(),
  WEB_DIR: text.optional(),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: list.pipe(z.array(secret)).optional(),
  DATA_KEY: key32.optional(),
  DATA_KEY_PREVIOUS: list.pipe(z.array(key32)).optional(),
  SMTP_URL: url(/^smtps?$/).optional(),
  MAIL_FROM: text.default('Laurel <awards@localhost>'),
  SUPPORT_EMAIL: z.email().optional(),
  SMS_PROVIDER: z.enum(['twilio', 'webhook']).optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_API_ROOT: webUrl.default('https://api.twilio.com'),
  SMS_WEBHOOK_URL: webUrl.optional(),
  SMS_WEBHOOK_SECRET: secret.optional(),
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
  TRUST_PROXY: list.pipe(z.array(cidr)).optional(),
  IP_LOOKUP_URL: text.default('/api/client-ip'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  LIMITS_REGISTER_NETWORK_HOUR: count(200),
  LIMITS_LOGIN_ACCOUNT_QUARTER: count(10),
  LIMITS_LOGIN_NETWORK_QUARTER: count(300),
  LIMITS_MAIL_ACCOUNT_HOUR: count(5),
  LIMITS_MAIL_NETWORK_HOUR: count(60),
  LIMITS_CODES_ACCOUNT_DAY: count(20),
  LIMITS_CODES_ACCOUNT_TOTAL: count(100),
  LIMITS_CODES_NETWORK_HOUR: count(500),
  LIMITS_VOTES_ACCOUNT_MINUTE: count(60),
  LIMITS_READS_NETWORK_MINUTE: count(600),
  LIMITS_SOCKETS_NETWORK: count(200),
  LIMITS_SUBSCRIPTIONS: count(20),
});

type Values = z.infer<typeof schema>;

/** How many in how long; `windowMs` in milliseconds. */
export type Limit = { limit: number; windowMs: number };

export type Limits = ReturnType<typeof limitsOf>;
const limitsOf = (env: Values) => ({
  register: { network: { limit: env.LIMITS_REGISTER_NETWORK_HOUR, windowMs: HOUR_MS } },
  login: {
    account: { limit: env.LIMITS_LOGIN_ACCOUNT_QUARTER, windowMs: QUARTER_MS },
    network: { limit: env.LIMITS_LOGIN_NETWORK_QUARTER, windowMs: QUARTER_MS },
  },
  mail: {
    account: { limit: env.LIMITS_MAIL_ACCOUNT_HOUR, windowMs: HOUR_MS },
    network: { limit: env.LIMITS_MAIL_NETWORK_HOUR, windowMs: HOUR_MS },
  },
  codes: {
    account: { limit: env.LIMITS_CODES_ACCOUNT_DAY, windowMs: DAY_MS },
    accountTotal: { limit: env.LIMITS_CODES_ACCOUNT_TOTAL, windowMs: 10 * 365 * DAY_MS },
    network: { limit: env.LIMITS_CODES_NETWORK_HOUR, windowMs: HOUR_MS },
  },
  votes: { account: { limit: env.LIMITS_VOTES_ACCOUNT_MINUTE, windowMs: 60_000 } },
  reads: { network: { limit: env.LIMITS_READS_NETWORK_MINUTE, windowMs: 60_000 } },
  sockets: { network: env.LIMITS_SOCKETS_NETWORK, subscriptions: env.LIMITS_SUBSCRIPTIONS },
  sms: {
    hourly: env.SMS_HOURLY_BUDGET,
    countryHourly: env.SMS_COUNTRY_HOURLY_BUDGET,
    networkHourly: env.SMS_NETWORK_HOURLY_BUDGET,
  },
});

/** A configuration that can't be used: every key that is wrong, with the rule. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Laurel can't start with this configuration:\n${problems.map((each) => `  ${each}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `NAME_FILE` names a file that holds NAME's value (secrets mounted by a container engine). An empty value is unset. */
const withFiles = (env: Environment): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') values[name] = value;
  for (const name of Object.keys(schema.shape)) {
    const path = values[`${name}_FILE`];
    if (path === undefined) continue;
    if (!existsSync(path)) throw new ConfigError([`${name}_FILE: there is no file ${path}`]);
    values[name] = readFileSync(path, 'utf8').trim();
  }
  return values;
};

const missingIn = (env: Values, needs: readonly (keyof Values)[], why: string): string[] =>
  needs.filter((name) => env[name] === undefined).map((name) => `${name}: is needed ${why}`);

const twilioNeeds = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
const webhookNeeds = ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'] as const;
const graphNeeds = ['INSTAGRAM_ACCESS_TOKEN', 'INSTAGRAM_APP_SECRET', 'INSTAGRAM_VERIFY_TOKEN'] as const;
const productionNeeds = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'JWT_SECRET',
  'DATA_KEY',
  'SMTP_URL',
  'SUPPORT_EMAIL',
  'SMS_PROVIDER',
] as const;

const problemsOf = (env: Values): string[] => {
  const problems = [
    ...(env.SMS_PROVIDER === 'twilio' ? missingIn(env, twilioNeeds, 'with SMS_PROVIDER=twilio') : []),
    ...(env.SMS_PROVIDER === 'webhook' ? missingIn(env, webhookNeeds, 'with SMS_PROVIDER=webhook') : []),
    ...(env.INSTAGRAM_PROVIDER === 'graph' ? missingIn(env, graphNeeds, 'with INSTAGRAM_PROVIDER=graph') : []),
    ...(env.INSTAGRAM_PROVIDER === 'graph' && env.INSTAGRAM_PROOF === 'none'
      ? ['INSTAGRAM_PROOF: must be dm with INSTAGRAM_PROVIDER=graph, which decides by the code in a direct message']
      : []),
    ...(env.TELEGRAM_BOT_TOKEN ? missingIn(env, ['TELEGRAM_CHANNEL'], 'with TELEGRAM_BOT_TOKEN') : []),
  ];
  if (env.NODE_ENV !== 'production') return problems;
  problems.push(...missingIn(env, productionNeeds, 'in production'));
  if (!env.TELEGRAM_BOT_TOKEN && !env.INSTAGRAM_PROVIDER) {
    problems.push('TELEGRAM_BOT_TOKEN or INSTAGRAM_PROVIDER: a social provider is needed in production');
  }
  const distinct = env.JWT_SECRET ? new Set(env.JWT_SECRET).size : 32;
  if (distinct < 10) problems.push('JWT_SECRET: is too easy to guess');
  return problems;
};

/** Secrets of a development instance: made once, kept in DATA_DIR with 0600. */
const developmentSecrets = (dataDir: string): { jwtSecret: string; dataKey: string } => {
  const path = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  try {
    const made = { jwtSecret: randomBytes(32).toString('base64'), dataKey: randomBytes(32).toString('base64') };
    writeFileSync(path, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return z.object({ jwtSecret: secret, dataKey: key32 }).parse(JSON.parse(readFileSync(path, 'utf8')));
  }
};

/**
 * The whole configuration, parsed once. The only reader of the environment: everything else is given what it needs.
 * @param environment the process's own, unless a test gives one
 * @throws ConfigError naming every key that is missing or wrong
 */
export const readConfig = (environment: Environment = process.env) => {
  const parsed = schema.safeParse(withFiles(environment));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = parsed.data;
  const problems = problemsOf(env);
  if (problems.length > 0) throw new ConfigError(problems);

  const dataDir = resolve(env.DATA_DIR);
  const made = env.JWT_SECRET && env.DATA_KEY ? undefined : developmentSecrets(dataDir);
  const { JWT_SECRET = made?.jwtSecret ?? '', DATA_KEY = made?.dataKey ?? '', ...rest } = env;
  return {
    ...rest,
    DATA_DIR: dataDir,
    production: env.NODE_ENV === 'production',
    jwtSecret: JWT_SECRET,
    jwtSecretsPrevious: env.JWT_SECRET_PREVIOUS ?? [],
    dataKey: Buffer.from(DATA_KEY, 'base64'),
    dataKeysPrevious: (env.DATA_KEY_PREVIOUS ?? []).map((key) => Buffer.from(key, 'base64')),
    limits: limitsOf(env),
  };
};

export type Config = ReturnType<typeof readConfig>;
