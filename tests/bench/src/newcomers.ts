import { CREDENTIALS, startProviders } from '@laurel/api/rehearsal/providers';
import { atRate } from '@laurel/api/rehearsal/rate';
import { becomeVoter } from '@laurel/api/rehearsal/sign-up';
import { createSite } from '@laurel/api/rehearsal/site';
import { UNLIMITED } from '@laurel/support/ledger/requests';

/** The mail server, SMS gateway and Telegram, which receive Laurel's messages. */
export const openPostOffice = async () => {
  const providers = await startProviders({ mail: 0, web: 0 }, '127.0.0.1');
  const web = `http://127.0.0.1:${providers.ports.web}`;
  return {
    providers,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${providers.ports.mail}`,
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: `${web}/sms`,
      SMS_WEBHOOK_SECRET: CREDENTIALS.smsSecret,
      TELEGRAM_BOT_TOKEN: CREDENTIALS.telegram.token,
      TELEGRAM_CHANNEL: CREDENTIALS.telegram.channel,
      TELEGRAM_API_ROOT: web,
      ...UNLIMITED,
      TRUST_PROXY: '127.0.0.1',
    },
    stop: providers.close,
  };
};

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** The times of single calls, and the errors. */
export type Welcomed = { latencies: number[]; failures: string[] };

/** Unique numbers. */
let numbers = 0;
const nextNumber = (): string => `+38050${String(numbers++).padStart(7, '0')}`;

/** Sign-ups at a constant rate for a duration: account, mailbox, second factor, phone, Telegram. */
export const welcome = async (
  port: number,
  { providers }: PostOffice,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Welcomed> => {
  const { latencies, failures }: Welcomed = { latencies: [], failures: [] };
  const site = createSite(`http://127.0.0.1:${port}`);
  const onReply = ({ ms }: { ms: number }) => void latencies.push(ms);
  const join = (): Promise<unknown> =>
    becomeVoter({ site, providers, nextNumber, onReply, now: () => new Date() }, 'telegram').catch(
      (error: unknown) => void failures.push(String(error)),
    );
  await atRate(perSecond, join, Math.round(perSecond * seconds)).finished();
  site.close();
  return { latencies, failures };
};
