import { randomBytes } from 'node:crypto';
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys } from '@laurel/backup/signed';
import { type Config, readConfig } from '../../config.ts';
import {
  type ComposeVariable,
  SECRET_FILES,
  SECRET_NAMES,
  type SecretFile,
  type SecretName,
} from '../../configuration/deployment.ts';
import { quoted } from '../../configuration/document.ts';
import type { VariableName } from '../../configuration/schema.ts';
import { type Answers, NONE } from './questions.ts';
import { sizesFor } from './sizing.ts';

/** The files of a deployment's folder. */
export type Plan = {
  /** The lines of .env, without secrets. */
  settings: Partial<Record<VariableName | ComposeVariable, string | undefined>>;
  /** The content of each file in secrets/; empty for unused ones. */
  secrets: ReadonlyMap<SecretName, string>;
};

/** The files of a deployment's folder whose .env may have any variables. */
export type Files = {
  settings: Readonly<Record<string, string | undefined>>;
  secrets: Plan['secrets'];
};

const KEY_BYTES = 32;
const PASSWORD_BYTES = 24;

/** 32 random bytes in base64. */
export const makeKey = (): string => randomBytes(KEY_BYTES).toString('base64');
/** A random password without characters that a connection URL must escape. */
const makePassword = (): string => randomBytes(PASSWORD_BYTES).toString('hex');

/** The connection of the role of backups, with a random password. */
export const makeReplicationUrl = (): string => `postgres://laurel_backup:${makePassword()}@postgres:5432/laurel`;
/** The connection of the console's role, with a random password. */
export const makeConsoleUrl = (): string => `postgres://laurel_console:${makePassword()}@postgres:5432/laurel`;

const hasConsole = ({ consoleDomain = NONE }: Answers): boolean => consoleDomain !== NONE;

const settingsOf = (answers: Answers, allowUnencrypted: string | undefined): Plan['settings'] => {
  const settings: Plan['settings'] = {
    LAUREL_DOMAIN: answers.domain,
    LAUREL_CONSOLE_DOMAIN: hasConsole(answers) ? answers.consoleDomain : undefined,
    LAUREL_EMAIL: answers.certificateEmail,
    MAIL_FROM: answers.mailFrom,
    MAIL_DKIM_SELECTOR: answers.dkimSelector,
    SUPPORT_EMAIL: answers.supportEmail,
    SMS_PROVIDER: answers.sms,
    TWILIO_ACCOUNT_SID: answers.twilioAccountSid,
    TWILIO_FROM: answers.twilioFrom,
    TURBOSMS_SENDER: answers.sms === 'turbosms' ? answers.smsSender : undefined,
    SEVEN_SENDER: answers.sms === 'seven' ? answers.smsSender : undefined,
    SMS_WEBHOOK_URL: answers.smsWebhookUrl,
    TELEGRAM_CHANNEL: answers.telegramChannel,
    INSTAGRAM_PROVIDER: answers.instagram === 'none' ? undefined : answers.instagram,
    ALLOW_UNENCRYPTED: allowUnencrypted,
  };
  const sizes = sizesFor(Number(answers.audience));
  return { ...settings, ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)])) };
};

const secretsOf = async (answers: Answers): Promise<Plan['secrets']> => {
  const owner = makePassword();
  const { identity, recipient } = await createKeyPair();
  const { signingKey, verifyKey } = createSigningKeys();
  const made: Partial<Record<SecretName, string | undefined>> = {
    jwt_secret: makeKey(),
    data_key: makeKey(),
    log_key: makeKey(),
    postgres_password: owner,
    database_url: `postgres://laurel_app:${makePassword()}@postgres:5432/laurel`,
    database_migrate_url: `postgres://laurel:${owner}@postgres:5432/laurel`,
    database_console_url: hasConsole(answers) ? makeConsoleUrl() : '',
    smtp_url: answers.mail,
    sms_twilio_auth_token: answers.twilioAuthToken,
    turbosms_token: answers.sms === 'turbosms' ? answers.smsKey : '',
    seven_api_key: answers.sms === 'seven' ? answers.smsKey : '',
    sms_webhook_secret: answers.sms === 'webhook' ? answers.smsWebhookSecret || makeKey() : '',
    telegram_bot_token: answers.telegramToken,
    instagram_access_token: answers.instagramAccessToken,
    instagram_app_secret: answers.instagramAppSecret,
    instagram_verify_token: answers.instagram === 'graph' ? answers.instagramVerifyToken || makePassword() : '',
    database_replication_url: makeReplicationUrl(),
    backup_recipient: recipient,
    backup_identity: identity,
    backup_signing_key: signingKey,
    backup_verify_key: verifyKey,
    grafana_password: makePassword(),
  };
  return new Map(SECRET_NAMES.map((name) => [name, made[name] ?? '']));
};

/**
 * Plans a deployment from the answers, with random keys, passwords and a pair of age keys.
 * @param allowUnencrypted the value of ALLOW_UNENCRYPTED, if any
 */
export const planDeployment = async (answers: Answers, allowUnencrypted?: string): Promise<Plan> => ({
  settings: settingsOf(answers, allowUnencrypted),
  secrets: await secretsOf(answers),
});

/** Reads a plan as Laurel does, with more variables. @throws ConfigError naming the invalid ones */
const readPlan = ({ settings, secrets }: Plan, more: Readonly<Record<string, string | undefined>>): Config => {
  const values: Record<string, string | undefined> = { ...settings, ...more };
  for (const [name, content] of secrets) {
    const file: SecretFile = SECRET_FILES[name];
    if (file.variable !== undefined) values[file.variable] = content;
  }
  return readConfig(values);
};

/** The configuration of Laurel in this deployment. @throws ConfigError naming the invalid variables */
export const configOf = (plan: Plan): Config => {
  const { LAUREL_DOMAIN, LAUREL_CONSOLE_DOMAIN } = plan.settings;
  return readPlan(plan, {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${LAUREL_DOMAIN}`,
    CONSOLE_URL: LAUREL_CONSOLE_DOMAIN && `https://${LAUREL_CONSOLE_DOMAIN}`,
  });
};

/**
 * The configuration of the providers that were answered so far, for testing their credentials.
 * @throws ConfigError if an answer that another one needs is missing
 */
export const providersOf = async (answers: Answers, allowUnencrypted?: string): Promise<Config> => {
  const plan = await planDeployment({ ...answers, consoleDomain: NONE, audience: '1' }, allowUnencrypted);
  // The rules of production do not apply yet: other answers are still missing.
  return readPlan(plan, { NODE_ENV: 'development', LAUREL_DOMAIN: undefined });
};

const HEADER = `# Made by "laurel setup". Names and numbers only: every secret is a file in secrets/.
# All variables: docs/configuration.md. After a change: deploy/restart.sh`;

/** The text of .env. */
export const envText = ({ settings }: Pick<Files, 'settings'>): string => {
  const lines = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${quoted(value)}`],
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
};
