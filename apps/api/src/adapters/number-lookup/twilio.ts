import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { DeliveryError } from '../delivery-error.ts';
import { callGateway } from '../sms/http.ts';
import type { Carrier, NumberLookup } from './port.ts';

/** Nobody waits for the answer, and the next number does. */
const CALL_MS = 5_000;

const answerSchema = z.object({
  line_type_intelligence: z.object({ type: z.string().nullish(), error_code: z.int().nullish() }).nullish(),
});
const failureSchema = z.object({ code: z.int() });

const CARRIERS: ReadonlyMap<string | null | undefined, Carrier> = new Map([
  ['mobile', 'mobile'],
  ['landline', 'landline'],
  ['fixedVoip', 'voip'],
  ['nonFixedVoip', 'voip'],
]);

/** Asks Twilio Lookup, version 2, for the type of a line (https://www.twilio.com/docs/lookup/v2-api/line-type-intelligence). */
export const createTwilioLookup = (account: {
  accountSid: string;
  authToken: string;
  /** https://lookups.twilio.com */
  apiRoot: string;
  timeoutMs?: number;
}): NumberLookup => {
  const root = `${account.apiRoot.replace(/\/$/, '')}/v2/PhoneNumbers`;
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}`, accept: 'application/json' };

  return async (number) => {
    const url = `${root}/${encodeURIComponent(number)}?Fields=line_type_intelligence`;
    const timeoutMs = account.timeoutMs ?? CALL_MS;
    const { status, body } = await callGateway('twilio look-up', url, { method: 'GET', headers }, { timeoutMs });
    const answer = answerSchema.safeParse(parseJson(body)).data?.line_type_intelligence;
    const code = status === 200 ? answer?.error_code : failureSchema.safeParse(parseJson(body)).data?.code;
    if (status !== 200 || code) {
      throw new DeliveryError(`twilio look-up: ${status} ${code ?? ''}`.trim(), { permanent: true });
    }
    return CARRIERS.get(answer?.type) ?? 'unknown';
  };
};
