import { randomInt } from 'node:crypto';
import { codeIn, type Outside } from '@laurel/e2e/journey/outside';
import { startMailServer } from '@laurel/support/mail-server';
import { startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from '@laurel/support/sms-gateway';
import { BOT_TOKEN, CHANNEL, startBotApi } from '@laurel/support/telegram/bot-api';
import { until } from '@laurel/support/until';
import { docker } from './docker.ts';

/** The name under which containers see this machine. */
export const HOST = 'outside.test';

/** The variables whose addresses lead to this machine without TLS. */
export const UNENCRYPTED = 'SMTP_URL,SMS_WEBHOOK_URL,TELEGRAM_API_ROOT';

/** The address of this machine on the engine's own network. Only containers can reach it. */
const bridgeAddress = async (): Promise<string> => {
  const told = await docker(['network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}']);
  return told.trim();
};

/** Starts the providers: a mail server, an SMS gateway and Telegram's Bot API, each with its real protocol. */
export const startOutside = async () => {
  const address = await bridgeAddress();
  const mail = await startMailServer({ hideSTARTTLS: true }, { host: address });
  const sms = await startSmsGateway(webhookProtocol, { host: address });
  const telegram = await startBotApi({ host: address });
  const seenByContainers = (url: string): string => url.replace(address, HOST);
  const asMember = async (code: string): Promise<void> => {
    const person = { id: randomInt(1, 2 ** 40) };
    telegram.setMember(person, 'member');
    telegram.say(person, `/start ${code}`);
    const { message, data } = await until('the bot to answer', () => {
      const message = telegram.chatOf(person.id)[0];
      const data = message?.buttons.find((button) => button.data !== undefined)?.data;
      return message && data !== undefined ? { message, data } : undefined;
    });
    telegram.press(person, message, data);
  };
  const outside: Outside = {
    findCode: async (to) => {
      const text =
        mail.received.findLast(({ recipients }) => recipients.includes(to))?.text ??
        sms.received.findLast((message) => message.to === to)?.text;
      return text === undefined ? undefined : codeIn(text);
    },
    joinTelegram: asMember,
  };
  const urls = { mail: `smtp://${HOST}:${mail.port}`, sms: seenByContainers(sms.url) };
  return {
    ...outside,
    address,
    /** Their addresses for containers. */
    urls,
    smsSecret: WEBHOOK_SECRET,
    mail,
    sms,
    /** The methods of the Bot API that were called, in order. */
    telegramCalls: telegram.calls,
    /** The flags of `laurel setup` for the providers. It sends a mail and a text message to test them. */
    flags: [
      ...['--mail', urls.mail, '--mail-from', 'Awards <awards@example.org>'],
      ...['--support-email', 'support@example.org', '--test-mail', 'organiser@example.org'],
      ...['--sms', 'webhook', '--sms-webhook-url', urls.sms],
      ...['--sms-webhook-secret', WEBHOOK_SECRET, '--test-sms', '+380671112233'],
      ...['--instagram', 'review', '--audience', '20000'],
      // The engine's own network replaces the internet here, and its servers have no certificates.
      ...['--allow-unencrypted', UNENCRYPTED],
    ],
    /** Telegram's settings are not flags, because only a test uses another address of its API. */
    variables: {
      TELEGRAM_CHANNEL: `@${CHANNEL.username}`,
      TELEGRAM_API_ROOT: seenByContainers(telegram.origin),
    },
    secrets: { telegram_bot_token: BOT_TOKEN },
    close: async () => {
      await Promise.all([mail.close(), sms.close(), telegram.close()]);
    },
  };
};

export type OutsideWorld = Awaited<ReturnType<typeof startOutside>>;

/** What a deployment needs to know of its providers. */
export type Providers = Pick<OutsideWorld, 'address' | 'flags'> & {
  variables: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
};
