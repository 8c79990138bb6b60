import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { costOf } from '../cost.ts';
import { DeliveryError } from '../delivery-error.ts';
import { CALL_MS, callGateway, type GatewayAnswer, mayHaveAccepted, refusesMessage } from './http.ts';
import type { Sms, SmsSender } from './port.ts';

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  /** A number, an alphanumeric sender, or a messaging service's id (MG…). */
  from: string;
  /** The base URL of the REST API: https://api.twilio.com for Twilio itself. */
  apiRoot: string;
  timeoutMs?: number;
};

/**
 * Error codes of Twilio with a 4xx status that concern the account, the sender or the rate: the message can be sent once the
 * problem is fixed (https://www.twilio.com/docs/api/errors).
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
  21702, // the messaging service is not available
  21703, // none of the messaging service's senders can send this message
  21704, // the messaging service has no senders
  21705, // the messaging service's id is malformed
  30001, // queue overflow
  63038, // the account's daily limit is reached
]);

const acceptedSchema = z.object({ price: z.string().nullish(), price_unit: z.string().nullish() });

const failureSchema = z.object({ code: z.int(), message: z.string().optional() });

const listSchema = z.object({ messages: z.array(z.object({ body: z.string().nullable() })) });

/** How many of the newest messages to the number are read. It exceeds SMS_PER_NUMBER_DAY. */
const LOOK_BACK = 50;

/** Removes what Twilio may change in a text: Smart Encoding replaces punctuation, trial accounts add a prefix. */
const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Sends text messages through Twilio's REST API, version 2010-04-01. It has no idempotency keys: a repeated POST sends a
 * second SMS. After a try without a response, the number's newest messages are read first, and one with the same text
 * counts as accepted (decision 120).
 */
export const createTwilioSender = (options: TwilioOptions): SmsSender => {
  const account = encodeURIComponent(options.accountSid);
  const url = `${options.apiRoot.replace(/\/$/, '')}/2010-04-01/Accounts/${account}/Messages.json`;
  const credentials = Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64');
  const sender = options.from.startsWith('MG') ? 'MessagingServiceSid' : 'From';

  const timeoutMs = options.timeoutMs ?? CALL_MS;
  const authorised = { authorization: `Basic ${credentials}`, accept: 'application/json' };

  const failureOf = ({ status, body, retryAfterMs }: GatewayAnswer) => {
    const { code, message: detail } = failureSchema.safeParse(parseJson(body)).data ?? {};
    return { code, summary: `twilio: ${status} ${code ?? ''}`.trim(), rest: { retryAfterMs, detail } };
  };

  /**
   * Whether Twilio has this message to this number. A failed lookup says nothing about the message, so it is temporary.
   */
  const hasAccepted = async ({ to, text }: Sms, signal: AbortSignal | undefined): Promise<boolean> => {
    const query = new URLSearchParams({ To: to, PageSize: String(LOOK_BACK) });
    const request = { method: 'GET', headers: authorised } as const;
    const answer = await callGateway('twilio', `${url}?${query}`, request, { timeoutMs, signal });
    const list = answer.status === 200 ? listSchema.safeParse(parseJson(answer.body)).data : undefined;
    if (!list) {
      const { summary, rest } = failureOf(answer);
      throw new DeliveryError(`${summary} (look-up)`, { permanent: false, ...rest });
    }
    const wanted = lettersAndDigits(text);
    return list.messages.some(({ body }) => lettersAndDigits(body ?? '').includes(wanted));
  };

  return {
    send: async (sms, signal) => {
      if (sms.afterUncertainTry && (await hasAccepted(sms, signal))) return undefined;
      const headers = { ...authorised, 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ To: sms.to, [sender]: options.from, Body: sms.text }).toString();
      const answer = await callGateway('twilio', url, { method: 'POST', headers, body }, { timeoutMs, signal });
      if (answer.status >= 200 && answer.status < 300) {
        // The price is usually null at first: Twilio sets it when the carrier has reported it.
        const { price, price_unit: currency } = acceptedSchema.safeParse(parseJson(answer.body)).data ?? {};
        return costOf(price ? Number(price) : undefined, currency);
      }
      const { code, summary, rest } = failureOf(answer);
      const permanent = refusesMessage(answer.status) && !(code !== undefined && ACCOUNT_CODES.has(code));
      throw new DeliveryError(summary, { permanent, uncertain: mayHaveAccepted(answer.status), ...rest });
    },
  };
};
