import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer } from '@laurel/support/mail-server';
import { authenticatorCode } from '@laurel/support/people';
import { startSmsGateway, WEBHOOK_SECRET, webhookProtocol } from '@laurel/support/sms-gateway';
import { z } from 'zod';

const CODE_WITHIN_MS = 120_000;
const CODE = /(?<!\d)\d{6}(?!\d)/;

const handle = z.object({ data: z.object({ code: z.string() }) });
const setup = z.object({ data: z.object({ requestKey: z.string(), qrCode: z.string() }) });
const session = z.object({ data: z.object({ token: z.string() }) });
const done = z.object({ success: z.literal(true) });

/** A random address, because limits count by network. */
const someAddress = (): string => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** The mail server and SMS gateway, which receive Laurel's messages. */
export const openPostOffice = async () => {
  const mails = await startMailServer({ hideSTARTTLS: true });
  const texts = await startSmsGateway(webhookProtocol);
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: texts.url,
      SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SMS_HOURLY_BUDGET: '1000000',
      SMS_COUNTRY_HOURLY_BUDGET: '1000000',
      SMS_NETWORK_HOURLY_BUDGET: '1000000',
      LIMITS_REGISTER_NETWORK_HOUR: '1000000',
      LIMITS_MAIL_NETWORK_HOUR: '1000000',
      TRUST_PROXY: '127.0.0.1',
    },
    mailTo: (email: string) => mails.received.findLast(({ recipients }) => recipients.includes(email))?.text,
    textTo: (number: string) => texts.received.findLast(({ to }) => to === number)?.text,
    close: async () => {
      await mails.close();
      await texts.close();
    },
  };
};

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

const arriving = async (find: () => string | undefined): Promise<string> => {
  for (const until = performance.now() + CODE_WITHIN_MS; performance.now() < until; await sleep(20)) {
    const code = CODE.exec(find() ?? '')?.[0];
    if (code !== undefined) return code;
  }
  throw new Error('no code came');
};

/** The times of single calls, and the errors. */
export type Welcomed = { latencies: number[]; failures: string[] };

/** Unique numbers with another prefix than those of the stage's voters. */
let numbers = 0;
const nextNumber = (): string => `+38050${String(numbers++).padStart(7, '0')}`;

/** A sign-up: account, mailbox, second factor, phone. The codes arrive by mail and text message. */
const signUp = async (port: number, { mailTo, textTo }: PostOffice, latencies: number[]): Promise<void> => {
  const call = async <Reply>(path: string, body: object, reply: z.ZodType<Reply>, token?: string): Promise<Reply> => {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/users/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    latencies.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return reply.parse(JSON.parse(text));
  };
  const address = someAddress();
  const email = `newcomer-${randomBytes(8).toString('hex')}@example.org`;
  const phoneNumber = nextNumber();
  const person = { name: 'Ada Lovelace', email, password: 'Secret1!', phoneNumber };
  const { code: requestId } = (await call('register', person, handle)).data;
  const code = await arriving(() => mailTo(email));
  const { requestKey, qrCode } = (await call('verify-email', { requestId, code }, setup)).data;
  const otpCode = authenticatorCode(qrCode, new Date());
  const { token } = (await call('verify-otp', { requestKey, otpCode }, session)).data;
  const { code: phoneKey } = (await call('request-phone-verify', {}, handle, token)).data;
  const texted = await arriving(() => textTo(phoneNumber));
  await call('confirm-phone-verify', { requestKey: phoneKey, code: texted }, done, token);
};

/** Sign-ups at a constant rate for a duration. */
export const welcome = async (
  port: number,
  office: PostOffice,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Welcomed> => {
  const welcomed: Welcomed = { latencies: [], failures: [] };
  const startedAt = performance.now();
  const people: Promise<void>[] = [];
  for (let begun = 0; begun < Math.round(perSecond * seconds); begun++) {
    await sleep(Math.max(0, startedAt + (begun * 1000) / perSecond - performance.now()));
    people.push(
      signUp(port, office, welcomed.latencies).catch((error: unknown) => void welcomed.failures.push(String(error))),
    );
  }
  await Promise.all(people);
  return welcomed;
};
