import { z } from 'zod';
import { DeliveryError } from '../delivery-error.ts';
import { CALL_MS, postToGateway, refusesMessage } from './http.ts';
import type { SmsSender } from './port.ts';

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  /** A number, an alphanumeric sender, or a messaging service's id (MG…). */
  from: string;
  /** Where the REST API stands; https://api.twilio.com for Twilio itself. */
  apiRoot: string;
  timeoutMs?: number;
};

/**
 * Twilio's error codes that come with a 4xx and yet are about our account, sender or pace: the message may leave once
 * they are mended (https://www.twilio.com/docs/api/errors).
 */
const ACCOUNT_CODES = new Set([
  20003, // Authenticate
  20404, // no such resource: the account's id is wrong
  20429, // Too many requests
  21212, // Invalid From number
  21603, // From is missing
  21606, // From is not one of the account's numbers
  21611, // this sender's queue is full
  21659, // From is not a Twilio number
  21660, // From belongs to another account
  21701, // no such messaging service
  21703, // the messaging service has no senders
  30001, // queue overflow
  63038, // the account's daily limit is reached
]);

const failureSchema = z.object({ code: z.int(), message: z.string().optional() });

const failureOf = (body: string): z.infer<typeof failureSchema> | undefined => {
  try {
    return failureSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/** Sends text messages through Twilio's REST API, version 2010-04-01. It keeps no ids: a repeated call is a second SMS. */
export const createTwilioSender = (options: TwilioOptions): SmsSender => {
  const account = encodeURIComponent(options.accountSid);
  const url = `${options.apiRoot.replace(/\/$/, '')}/2010-04-01/Accounts/${account}/Messages.json`;
  const credentials = Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64');
  const sender = options.from.startsWith('MG') ? 'MessagingServiceSid' : 'From';

  return {
    send: async ({ to, text }, signal) => {
      const headers = {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      };
      const body = new URLSearchParams({ To: to, [sender]: options.from, Body: text }).toString();
      const answer = await postToGateway(
        'twilio',
        url,
        { headers, body },
        { timeoutMs: options.timeoutMs ?? CALL_MS, signal },
      );
      if (answer.status >= 200 && answer.status < 300) return;
      const { code, message: said } = failureOf(answer.body) ?? {};
      const permanent = refusesMessage(answer.status) && !(code !== undefined && ACCOUNT_CODES.has(code));
      throw new DeliveryError(`twilio: ${answer.status} ${code ?? ''}`.trim(), {
        permanent,
        retryAfterMs: answer.retryAfterMs,
        said,
      });
    },
  };
};
