import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BackupSettings, backupSchema, backupSettings } from '@laurel/backup/settings';
import { z } from 'zod';
import { readDeploymentFolder } from './configuration/deployment-folder.ts';
import { consoleProblems, proxyProblems, unencryptedProblems } from './configuration/exposure.ts';
import { configSchema, NEEDS, type Values, weaknessOf } from './configuration/schema.ts';
import { moneyOf } from './configuration/sms-prices.ts';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const DEVELOPMENT_SENDER = 'Laurel <awards@localhost>';

/** `limit` events in `windowMs` milliseconds. */
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
    accountDay: { limit: env.LIMITS_MAIL_ACCOUNT_DAY, windowMs: DAY_MS },
    network: { limit: env.LIMITS_MAIL_NETWORK_HOUR, windowMs: HOUR_MS },
  },
  codes: {
    account: { limit: env.LIMITS_CODES_ACCOUNT_DAY, windowMs: DAY_MS },
    accountTotal: { limit: env.LIMITS_CODES_ACCOUNT_TOTAL, windowMs: 10 * 365 * DAY_MS },
    // Unauthenticated requests create these rows, so they must expire or the table would grow without limit.
    askerTotal: { limit: env.LIMITS_CODES_ACCOUNT_TOTAL, windowMs: 30 * DAY_MS },
    network: { limit: env.LIMITS_CODES_NETWORK_HOUR, windowMs: HOUR_MS },
  },
  floods: {
    register: { site: env.LIMITS_FLOOD_REGISTER, network: env.LIMITS_FLOOD_REGISTER_NETWORK },
    login: { site: env.LIMITS_FLOOD_LOGIN, network: env.LIMITS_FLOOD_LOGIN_NETWORK },
    mail: { site: env.LIMITS_FLOOD_MAIL, network: env.LIMITS_FLOOD_MAIL_NETWORK },
    sms: { site: env.LIMITS_FLOOD_SMS, network: env.LIMITS_FLOOD_SMS_NETWORK },
  },
  votes: { account: { limit: env.LIMITS_VOTES_ACCOUNT_MINUTE, windowMs: 60_000 } },
  receipts: { account: { limit: env.LIMITS_RECEIPTS_ACCOUNT_MINUTE, windowMs: 60_000 } },
  reads: { network: { limit: env.LIMITS_READS_NETWORK_MINUTE, windowMs: 60_000 } },
  sockets: { network: env.LIMITS_SOCKETS_NETWORK, subscriptions: env.LIMITS_SUBSCRIPTIONS },
  sms: {
    hourly: env.SMS_HOURLY_BUDGET,
    countryHourly: env.SMS_COUNTRY_HOURLY_BUDGET,
    networkHourly: env.SMS_NETWORK_HOURLY_BUDGET,
  },
});

/** An invalid configuration. Lists every wrong key with its rule. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Laurel can't start with this configuration:\n${problems.map((each) => `  ${each}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables, and the file of each one that was read from a file. */
type Gathered = { values: Record<string, string>; files: Map<string, string> };

/**
 * Reads the variables. `NAME_FILE` is the path of a file with NAME's value (a mounted secret). Empty values and empty files
 * count as unset, so that every secret can be mounted, whether it is used or not.
 */
const gather = (env: Environment, names: readonly string[]): Gathered => {
  const values: Record<string, string> = {};
  const files = new Map<string, string>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') values[name] = value;
  for (const name of names) {
    const path = values[`${name}_FILE`];
    if (path === undefined) continue;
    const content = contentOf(path);
    if (typeof content !== 'string') problems.push(`${name}_FILE: ${content.problem}`);
    else if (content !== '') values[name] = content;
    files.set(name, path);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { values, files };
};

const contentOf = (path: string): string | { problem: string } => {
  if (!existsSync(path)) return { problem: `there is no file ${path}` };
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
    return { problem: `${path} can't be read (${code}): let this process's user read it` };
  }
};

const problemsOf = (env: Values): string[] => {
  const problems = NEEDS.filter(({ holds }) => holds(env)).flatMap(({ names, when }) =>
    names.filter((name) => env[name] === undefined).map((name) => `${name}: is needed ${when}`),
  );
  if (env.INSTAGRAM_PROVIDER === 'graph' && env.INSTAGRAM_PROOF === 'none') {
    const rule = 'must be dm with INSTAGRAM_PROVIDER=graph, which decides by the code in a direct message';
    problems.push(`INSTAGRAM_PROOF: ${rule}`);
  }
  const { priceOf, budget } = moneyOf(env);
  const unpriced =
    budget === undefined ? [] : env.PHONE_CODE_CHANNELS.filter((each) => priceOf(each, '*') === undefined);
  if (unpriced.length > 0)
    problems.push(`SMS_PRICES: PHONE_CODE_TOTAL_BUDGET needs a price for ${unpriced.join(', ')}`);
  problems.push(...proxyProblems(env.TRUST_PROXY));
  if (env.NODE_ENV !== 'production') return problems;
  if (!env.TELEGRAM_BOT_TOKEN && !env.INSTAGRAM_PROVIDER) {
    problems.push('TELEGRAM_BOT_TOKEN or INSTAGRAM_PROVIDER: a social provider is needed in production');
  }
  problems.push(...unencryptedProblems(env), ...consoleProblems(env));
  for (const name of ['JWT_SECRET', 'DATA_KEY', 'LOG_KEY'] as const) {
    const weakness = env[name] && weaknessOf(env[name]);
    if (weakness) problems.push(`${name}: ${weakness} (openssl rand -base64 32 makes a good one)`);
  }
  return problems;
};

const makeKey = (): string => randomBytes(32).toString('base64');

/**
 * A file of DATA_DIR with secrets of a development instance, made once with mode 0600.
 * @returns its content
 * @throws ConfigError if it can be neither created nor read
 */
const storedSecrets = (dataDir: string, file: string, make: () => string): string => {
  const path = join(dataDir, file);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!existsSync(path)) {
      const made = make();
      writeFileSync(path, made, { mode: 0o600, flag: 'wx' });
      return made;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code !== 'EEXIST') {
      const rule = `${dataDir} can’t be written (${code}): name a folder that can, or set JWT_SECRET and DATA_KEY`;
      throw new ConfigError([`DATA_DIR: ${rule}`]);
    }
  }
  return readFileSync(path, 'utf8');
};

/** The secrets of a development instance. @throws ConfigError if they can be neither created nor read */
const developmentSecrets = (dataDir: string): { jwtSecret: string; dataKey: string; logKey: string } => {
  const make = () => JSON.stringify({ jwtSecret: makeKey(), dataKey: makeKey() });
  const stored: unknown = JSON.parse(storedSecrets(dataDir, 'secrets.json', make));
  return {
    ...z.object({ jwtSecret: z.string(), dataKey: z.string() }).parse(stored),
    // In a separate file, because folders of earlier versions have no such key.
    logKey: storedSecrets(dataDir, 'log_key', makeKey),
  };
};

/** Parses the variables of a schema. @throws ConfigError naming every missing or wrong key, and the file it came from */
const parseWith = <T extends z.ZodObject>(schema: T, environment: Environment): z.output<T> => {
  const { values, files } = gather(environment, Object.keys(schema.shape));
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const from = (name: string): string => (files.has(name) ? ` (read from ${files.get(name)})` : '');
    const issues = parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]), path, message }));
    throw new ConfigError(issues.map(({ name, path, message }) => `${path.join('.')}: ${message}${from(name)}`));
  }
  return parsed.data;
};

/**
 * With LAUREL_DEPLOYMENT_DIR, adds the variables of that deployment's app. The environment's own values take precedence.
 * @throws ConfigError if there is no deployment
 */
const deployed = (environment: Environment): Environment => {
  const { LAUREL_DEPLOYMENT_DIR: directory } = environment;
  if (directory === undefined || directory === '') return environment;
  const values = readDeploymentFolder(directory);
  if (!values) {
    const rule = `there is no deployment in ${directory}: "laurel setup" makes one`;
    throw new ConfigError([`LAUREL_DEPLOYMENT_DIR: ${rule}`]);
  }
  // If the environment sets a variable, the deployment's value and file of it are left out.
  const added = Object.entries(values).filter(([name]) => !environment[name.replace(/_FILE$/, '')]);
  return { ...Object.fromEntries(added), ...environment };
};

/**
 * Parses the whole configuration. Only this module reads the environment.
 * @param environment the process's environment by default
 * @throws ConfigError naming every missing or wrong key
 */
export const readConfig = (environment: Environment = process.env) => {
  const env = parseWith(configSchema, deployed(environment));
  const problems = problemsOf(env);
  if (problems.length > 0) throw new ConfigError(problems);

  const dataDir = resolve(env.DATA_DIR);
  const made = env.JWT_SECRET && env.DATA_KEY ? undefined : developmentSecrets(dataDir);
  const { JWT_SECRET = made?.jwtSecret ?? '', DATA_KEY = made?.dataKey ?? '', LOG_KEY = made?.logKey, ...rest } = env;
  return {
    ...rest,
    DATA_DIR: dataDir,
    MAIL_FROM: env.MAIL_FROM ?? DEVELOPMENT_SENDER,
    production: env.NODE_ENV === 'production',
    jwtSecret: JWT_SECRET,
    jwtSecretsPrevious: env.JWT_SECRET_PREVIOUS ?? [],
    dataKey: Buffer.from(DATA_KEY, 'base64'),
    dataKeysPrevious: (env.DATA_KEY_PREVIOUS ?? []).map((key) => Buffer.from(key, 'base64')),
    /** The seed of the public log's key. Undefined: there is no log. */
    logKey: LOG_KEY === undefined ? undefined : Buffer.from(LOG_KEY, 'base64'),
    limits: limitsOf(env),
  };
};

export type Config = ReturnType<typeof readConfig>;

const databaseSchema = configSchema
  .pick({
    NODE_ENV: true,
    DATABASE_URL: true,
    DATABASE_MIGRATE_URL: true,
    DATABASE_CONSOLE_URL: true,
    DATA_DIR: true,
    EDITION_DIR: true,
    DATA_KEY: true,
    DATA_KEY_PREVIOUS: true,
    LAUREL_OPERATOR: true,
  })
  .extend({ DATABASE_REPLICATION_URL: backupSchema.shape.DATABASE_REPLICATION_URL });

/**
 * The configuration of commands that use only the database and the edition's files. The container of `laurel migrate` has
 * the connections and the key of sealed data, and no other secret.
 * @throws ConfigError naming every missing or wrong key
 */
export const readDatabaseConfig = (environment: Environment = process.env) => {
  const {
    DATA_DIR,
    NODE_ENV,
    DATA_KEY,
    DATA_KEY_PREVIOUS = [],
    ...rest
  } = parseWith(databaseSchema, deployed(environment));
  const dataDir = resolve(DATA_DIR);
  if (DATA_KEY === undefined && NODE_ENV === 'production') throw new ConfigError(['DATA_KEY: is needed in production']);
  return {
    ...rest,
    DATA_DIR: dataDir,
    dataKey: Buffer.from(DATA_KEY ?? developmentSecrets(dataDir).dataKey, 'base64'),
    dataKeysPrevious: DATA_KEY_PREVIOUS.map((key) => Buffer.from(key, 'base64')),
  };
};

export type DatabaseConfig = ReturnType<typeof readDatabaseConfig>;

/** The environment of this process with additional variables, for a child process. An empty value unsets a variable. */
export const environmentWith = (more: Readonly<Record<string, string>>): Environment => ({ ...process.env, ...more });

/**
 * The settings of backups. The backup container has only these variables, not the server's.
 * @throws ConfigError naming every missing or wrong key
 */
export const readBackupSettings = (environment: Environment = process.env): BackupSettings =>
  backupSettings(parseWith(backupSchema, environment));
