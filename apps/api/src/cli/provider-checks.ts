import type { Queryable } from '@laurel/database/queryable';
import { DeliveryError } from '../adapters/delivery-error.ts';
import { probeSmtp } from '../adapters/email/smtp.ts';
import { probeInstagram } from '../adapters/instagram/probe.ts';
import { type Balance, ProbeError } from '../adapters/probe.ts';
import { probeTwilio, probeWebhook, readTwilioBalance } from '../adapters/sms/probe.ts';
import { readSevenBalance } from '../adapters/sms/seven.ts';
import { readTurboSmsBalance } from '../adapters/sms/turbosms.ts';
import { probeTelegram } from '../adapters/telegram/probe.ts';
import { bad, type Check, type Finding, good, skipped, todo } from '../checks/finding.ts';
import { sendersFinding } from '../checks/sms-senders.ts';
import type { Config } from '../config.ts';
import type { SmsPrices } from '../configuration/sms-prices.ts';
import { providersOf } from '../wiring/messaging.ts';

/** What the refusals of mail servers mean. */
const MEANINGS: readonly (readonly [refusal: RegExp, meaning: string])[] = [
  [/EAUTH|\b53[0458]\b/, 'the server doesn’t accept the user or the password; some want a password for apps'],
  [/ECONNREFUSED/, 'nothing listens at this port'],
  [/ETIMEDOUT|ETIMEOUT|timeout/i, 'no answer: many hosts close port 25, so use 587 or 465'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'the name leads to no address'],
  [/ETLS|certificate|self-signed/i, 'the encrypted connection failed'],
  [/\b4[25]\d\b/, 'the server takes no mail at the moment'],
];

const inWords = (refusal: string): string => {
  const meaning = MEANINGS.find(([pattern]) => pattern.test(refusal))?.[1];
  return meaning === undefined ? refusal : `${refusal} (${meaning})`;
};

const probed = async (look: () => Promise<string>, advice: string): Promise<Finding> => {
  try {
    return good(await look());
  } catch (error) {
    if (error instanceof ProbeError) return bad(error.message, advice);
    if (error instanceof DeliveryError) return bad(inWords(error.inFull()), advice);
    throw error;
  }
};

/** Checks that the mail server accepts the connection and the password. Sends no mail. */
export const checkMail = async ({ SMTP_URL, SMTP_CA, MAIL_FROM, ALLOW_UNENCRYPTED }: Config): Promise<Finding> => {
  if (SMTP_URL === undefined) return skipped('no SMTP_URL: mails go to the inbox of development');
  const { host } = new URL(SMTP_URL);
  const look = async () => {
    const allowUnencrypted = ALLOW_UNENCRYPTED?.includes('SMTP_URL') ?? false;
    const timeouts = { connectMs: 8_000, silenceMs: 8_000 };
    const ca = SMTP_CA === undefined ? {} : { ca: SMTP_CA };
    await probeSmtp({ url: SMTP_URL, from: MAIL_FROM, allowUnencrypted, timeouts, ...ca });
    return `${host} takes our mail`;
  };
  return probed(
    look,
    `Check SMTP_URL (name, port, user, password), that the server offers TLS (SMTP_CA names an authority of your own), and that this machine may connect to ${host}.`,
  );
};

const twilioOf = ({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_ROOT }: Config) => ({
  accountSid: TWILIO_ACCOUNT_SID ?? '',
  authToken: TWILIO_AUTH_TOKEN ?? '',
  apiRoot: TWILIO_API_ROOT,
});

/** The accounts whose providers tell the balance. */
const accountsOf = (config: Config) => {
  const { TURBOSMS_TOKEN = '', TURBOSMS_API_ROOT, SEVEN_API_KEY = '', SEVEN_API_ROOT } = config;
  return {
    twilio: { name: 'Twilio', balance: () => readTwilioBalance(twilioOf(config)) },
    turbosms: { name: 'TurboSMS', balance: () => readTurboSmsBalance(TURBOSMS_TOKEN, TURBOSMS_API_ROOT) },
    seven: { name: 'seven', balance: () => readSevenBalance(SEVEN_API_KEY, SEVEN_API_ROOT) },
  };
};

const checkTwilio = (config: Config): Promise<Finding> =>
  probed(() => probeTwilio(twilioOf(config)), 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in Twilio’s console.');

/** Checks the account for look-ups of numbers. Looks up none, which would cost money. */
export const checkNumberLookup = async (config: Config): Promise<Finding> =>
  config.NUMBER_LOOKUP_PROVIDER === undefined ? skipped('no NUMBER_LOOKUP_PROVIDER') : checkTwilio(config);

/** Checks that the SMS gateway answers, and its credentials if possible. Sends no text message. */
export const checkSms = async (config: Config): Promise<Finding> => {
  const { SMS_PROVIDER, SMS_WEBHOOK_URL: url = '', SMS_WEBHOOK_SECRET: secret = '' } = config;
  if (SMS_PROVIDER === 'twilio') return checkTwilio(config);
  if (SMS_PROVIDER === 'webhook') {
    const advice = 'Check SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET, and that the gateway is running.';
    return probed(() => probeWebhook({ url, secret }), advice);
  }
  const account = SMS_PROVIDER && accountsOf(config)[SMS_PROVIDER];
  if (!account) return skipped('no SMS_PROVIDER: text messages go to the inbox of development');
  const look = async () => {
    await account.balance();
    return `${account.name} knows the account`;
  };
  return probed(look, `Check the key in the settings of the account at ${account.name}.`);
};

/**
 * Compares an account with the busiest hour.
 * @param balance undefined if the provider does not tell it
 * @param hourly the budget of text messages for one hour
 */
export const judgeBalance = (
  provider: string,
  balance: Balance | undefined,
  prices: SmsPrices | undefined,
  hourly: number,
): Finding => {
  if (balance === undefined) return skipped(`${provider} doesn’t tell the balance of this account`);
  const { amount, currency } = balance;
  const left = `${provider} has ${amount.toFixed(2)} ${currency} left`;
  const advice = 'Add money before voting opens, and let the provider fill the account up by itself.';
  if (amount <= 0) return todo(left, advice);
  if (prices?.currency !== currency) return good(left);
  const messages = Math.floor((amount * 1_000_000) / Math.max(...prices.micros.values()));
  const detail = `${left}, enough for about ${messages} text messages`;
  return messages < hourly ? todo(`${detail}; the busiest hour may need ${hourly}`, advice) : good(detail);
};

const checkAccount = async (
  { name, balance }: ReturnType<typeof accountsOf>['twilio' | 'turbosms'],
  { SMS_PRICES, SMS_HOURLY_BUDGET }: Config,
): Promise<Finding> => {
  try {
    return judgeBalance(name, await balance(), SMS_PRICES, SMS_HOURLY_BUDGET);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return skipped(`the balance could not be looked up: ${error.message}`);
  }
};

/** Checks that each account for the codes of phones has enough money for the busiest hour. */
export const balanceChecks = (config: Config): Check[] => {
  const providers = providersOf(config);
  const named = new Set(config.PHONE_CODE_CHANNELS.map((channel) => providers[channel]));
  const accounts = Object.entries(accountsOf(config)).filter(([provider]) => named.has(provider));
  if (accounts.length === 0) return [['sms balance', async () => skipped('no provider that tells its balance')]];
  return accounts.map(([, account]) => ['sms balance', () => checkAccount(account, config)]);
};

/** Names what the senders of text messages need, by country. Asks nobody. */
export const checkSmsSenders = ({ SMS_PROVIDER, SMS_PRICES, TWILIO_FROM }: Config): Finding => {
  if (SMS_PROVIDER === undefined) return skipped('no SMS_PROVIDER');
  const codes = [...(SMS_PRICES?.micros.keys() ?? [])].filter((code) => /^\d/.test(code));
  return sendersFinding(codes, SMS_PROVIDER === 'twilio' ? TWILIO_FROM : undefined);
};

/** Checks that Telegram accepts the token, and that the bot can read the members of the channel. */
export const checkTelegram = async (config: Config): Promise<Finding> => {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL: channel = '', TELEGRAM_API_ROOT: apiRoot } = config;
  if (token === undefined) return skipped('no TELEGRAM_BOT_TOKEN');
  return probed(
    () => probeTelegram({ token, channel, apiRoot }),
    'Check TELEGRAM_BOT_TOKEN and TELEGRAM_CHANNEL, and make the bot an administrator of the channel.',
  );
};

/** Checks that Instagram accepts the token. */
export const checkInstagram = async (config: Config): Promise<Finding> => {
  const { INSTAGRAM_PROVIDER, INSTAGRAM_ACCESS_TOKEN: accessToken = '', INSTAGRAM_API_ROOT: apiRoot } = config;
  if (INSTAGRAM_PROVIDER === undefined) return skipped('no INSTAGRAM_PROVIDER');
  if (INSTAGRAM_PROVIDER === 'review') return good('you decide, with "laurel reviews show"');
  return probed(
    () => probeInstagram({ accessToken, apiRoot }),
    'Check INSTAGRAM_ACCESS_TOKEN: a token lasts 60 days unless it is renewed.',
  );
};

/**
 * Checks that Meta passes on messages of strangers. No call tells an app with Instagram's login whether it has Advanced
 * Access, so a verified voter is the proof.
 */
export const checkInstagramMessages = async ({ INSTAGRAM_PROVIDER }: Config, pool: Queryable): Promise<Finding> => {
  if (INSTAGRAM_PROVIDER !== 'graph') return skipped('INSTAGRAM_PROVIDER is not graph');
  const { rows } = await pool.query<{ arrived: boolean }>(
    'SELECT EXISTS (SELECT FROM instagram_accounts) AS "arrived"',
  );
  if (rows[0]?.arrived) return good('a voter’s message has arrived');
  return todo(
    'no voter’s message has arrived yet. Without Advanced Access (App Review) to instagram_business_manage_messages, Meta passes on only messages of people with a role in the app',
    'Ask for it on the app’s page at developers.facebook.com, then verify an account without a role. Until it is granted: INSTAGRAM_PROVIDER=review, which asks for the same code by message.',
  );
};
