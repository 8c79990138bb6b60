import { DeliveryError } from '../adapters/delivery-error.ts';
import { probeSmtp } from '../adapters/email/smtp.ts';
import { probeInstagram } from '../adapters/instagram/probe.ts';
import { ProbeError } from '../adapters/probe.ts';
import { probeTwilio, probeWebhook } from '../adapters/sms/probe.ts';
import { probeTelegram } from '../adapters/telegram/probe.ts';
import { bad, type Finding, good, skipped } from '../checks/finding.ts';
import type { Config } from '../config.ts';

const probed = async (look: () => Promise<string>, advice: string): Promise<Finding> => {
  try {
    return good(await look());
  } catch (error) {
    if (error instanceof ProbeError) return bad(error.message, advice);
    if (error instanceof DeliveryError) return bad(error.inFull(), advice);
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

const checkTwilio = (config: Config): Promise<Finding> => {
  const { TWILIO_ACCOUNT_SID: accountSid = '', TWILIO_AUTH_TOKEN: authToken = '', TWILIO_API_ROOT: apiRoot } = config;
  return probed(
    () => probeTwilio({ accountSid, authToken, apiRoot }),
    'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in Twilio’s console.',
  );
};

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
  return skipped('no SMS_PROVIDER: text messages go to the inbox of development');
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
