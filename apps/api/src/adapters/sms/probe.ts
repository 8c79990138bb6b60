import { z } from 'zod';
import { ProbeError, probe } from '../probe.ts';
import { signBody, type WebhookOptions } from './webhook.ts';

const accountSchema = z.object({ status: z.string() });
const failureSchema = z.object({ message: z.string() });

/** Reads the account from Twilio, which shows that id and token are right. @throws ProbeError */
export const probeTwilio = async (account: {
  accountSid: string;
  authToken: string;
  apiRoot: string;
}): Promise<string> => {
  const root = account.apiRoot.replace(/\/$/, '');
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  const { status, body } = await probe(`${root}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}.json`, {
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
  });
  if (status !== 200) {
    const detail = failureSchema.safeParse(body).data?.message;
    throw new ProbeError(`Twilio answers ${status}${detail ? `: ${detail}` : ''}`);
  }
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
