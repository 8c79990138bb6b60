import { z } from 'zod';
import { type Balance, ProbeError, probe } from '../probe.ts';
import { signBody } from '../same-secret.ts';
import type { WebhookOptions } from './webhook.ts';

const accountSchema = z.object({ status: z.string() });
const failureSchema = z.object({ message: z.string() });

type TwilioAccount = { accountSid: string; authToken: string; apiRoot: string };

/** Reads a part of the account from Twilio. */
const askTwilio = async ({ accountSid, authToken, apiRoot }: TwilioAccount, part = ''): Promise<unknown> => {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${part}.json`;
  const { status, body } = await probe(`${apiRoot.replace(/\/$/, '')}${path}`, {
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
  });
  if (status === 200) return body;
  const detail = failureSchema.safeParse(body).data?.message;
  throw new ProbeError(`Twilio answers ${status}${detail ? `: ${detail}` : ''}`);
};

const balanceSchema = z.object({ balance: z.coerce.number(), currency: z.string() });

/** Reads the balance from Twilio; undefined for a subaccount, which has none of its own. @throws ProbeError */
export const readTwilioBalance = async (account: TwilioAccount): Promise<Balance | undefined> => {
  const { data } = balanceSchema.safeParse(await askTwilio(account, '/Balance'));
  return data && { amount: data.balance, currency: data.currency };
};

/** Reads the account from Twilio, which shows that id and token are right. @throws ProbeError */
export const probeTwilio = async (account: TwilioAccount): Promise<string> => {
  const body = await askTwilio(account);
  const state = accountSchema.safeParse(body).data?.status ?? 'unknown';
  if (state !== 'active') throw new ProbeError(`the account at Twilio is ${state}`);
  return 'Twilio knows the account';
};

/**
 * Sends OPTIONS to the organisers' gateway, with the signature of its empty body. A status below 500 shows that it is
 * reachable; 401 and 403 show that it does not accept the secret. @throws ProbeError
 */
export const probeWebhook = async ({ url, secret }: WebhookOptions): Promise<string> => {
  const { status } = await probe(url, { method: 'OPTIONS', headers: { 'x-signature': signBody(secret, '') } });
  if (status >= 500 || status === 401 || status === 403) {
    throw new ProbeError(`the gateway at ${new URL(url).host} answers ${status}`);
  }
  return `the gateway at ${new URL(url).host} answers`;
};
