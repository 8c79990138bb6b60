import { createHash } from 'node:crypto';
import { parseJson } from '@laurel/contracts/json';
import { LANGUAGE_SETTINGS } from '@laurel/contracts/languages';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { costOf } from '../cost.ts';
import { DeliveryError } from '../delivery-error.ts';
import { type Balance, ProbeError, probe } from '../probe.ts';
import { signBody } from '../same-secret.ts';
import type { Reports } from '../signed-webhook.ts';
import { CALL_MS, callGateway, unclear } from './http.ts';
import type { SmsSender } from './port.ts';

export type SevenOptions = {
  apiKey: string;
  /** A text message, or a call in which a voice says the text. */
  kind: 'sms' | 'voice';
  /** The sender, or the number that calls; the account's own by default. */
  from?: string | undefined;
  /** The base URL of the API: https://gateway.seven.io/api for seven itself. */
  apiRoot: string;
  timeoutMs?: number;
};

/** What its codes mean, and whether they concern the number or the message: another try would be refused as well. */
const MEANINGS: Readonly<Record<number, readonly [meaning: string, of?: 'number' | 'message']>> = {
  201: ['the country is not served', 'number'],
  202: ['the number is not valid', 'number'],
  305: ['the text is not valid', 'message'],
  306: ['the sender is not valid'],
  401: ['the text is too long', 'message'],
  403: ['the number has had its messages of a day', 'number'],
  500: ['no money is left on the account'],
  600: ['the carrier did not take it'],
  900: ['the API key is wrong'],
  903: ['requests from this address are not allowed'],
};
const SENT = 100;
/** The same text went to the same number a moment ago. */
const SENT_BEFORE = 402;

const codeSchema = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(SENT).max(999));
const messageSchema = z.object({
  success: z.boolean(),
  error: codeSchema.nullish().catch(undefined),
  price: z.number().optional().catch(undefined),
});
/** Failures may be the code alone. */
const answerSchema = z.union([
  codeSchema.transform((success) => ({ success, messages: [] })),
  z.object({ success: codeSchema, messages: z.array(messageSchema).max(1).default([]) }),
]);

const saidBy = (code: number): string => [code, MEANINGS[code]?.[0]].filter(Boolean).join(', ');

const balanceSchema = z.object({ amount: z.coerce.number(), currency: z.string() });

/** Reads the balance from seven, which shows that the key is right. @throws ProbeError */
export const readSevenBalance = async (apiKey: string, apiRoot: string): Promise<Balance> => {
  const headers = { 'x-api-key': apiKey, accept: 'application/json' };
  const { status, body } = await probe(`${apiRoot.replace(/\/$/, '')}/balance`, { headers });
  const { data } = balanceSchema.safeParse(body);
  if (data) return data;
  throw new ProbeError(`seven answers ${saidBy(answerSchema.safeParse(body).data?.success ?? status)}`);
};

/**
 * Sends SMS, or calls and says the text, through seven (https://docs.seven.io/en/rest-api). It bills in euros, and has no
 * idempotency keys, but refuses the same SMS within minutes, which then counts as accepted. After an answer that was lost, a
 * call may come twice.
 */
export const createSevenSender = ({ apiKey, kind, from, apiRoot, timeoutMs = CALL_MS }: SevenOptions): SmsSender => ({
  send: async ({ id, to, text: plain, language = 'en' }, signal) => {
    const voice = `${LANGUAGE_SETTINGS[language].locale.replace('_', '-').toLowerCase()}-female`;
    const text = kind === 'voice' ? `<voice name="${voice}">${plain}</voice>` : plain;
    const body = JSON.stringify({ to, from, text, foreign_id: id });
    const headers = { 'x-api-key': apiKey, accept: 'application/json', 'content-type': 'application/json' };
    const url = `${apiRoot.replace(/\/$/, '')}/${kind}`;
    const answer = await callGateway('seven', url, { method: 'POST', headers, body }, { timeoutMs, signal });
    const read = answerSchema.safeParse(parseJson(answer.body)).data;
    const [message] = read?.messages ?? [];
    const code = (message?.success === false ? message.error : undefined) ?? read?.success;
    if (code === SENT_BEFORE) return undefined;
    if (code === SENT && message?.success) return costOf(message.price, 'EUR');
    if (code === undefined || code === SENT) throw unclear('seven', answer);
    const of = MEANINGS[code]?.[1];
    throw new DeliveryError(`seven: ${saidBy(code)}`, { permanent: of !== undefined, unreachable: of === 'number' });
  },
});

const REPORT_PATH = '/api/seven/reports';

/** Other events, such as an answer to an SMS, have no id of ours. */
const reportSchema = z.object({
  webhook_event: z.string(),
  data: z.object({ foreign_id: z.uuid(), status: z.string().toUpperCase() }).optional().catch(undefined),
});
/** The last states of an SMS that did not arrive, and of a call that nobody took. */
const LOST = ['NOTDELIVERED', 'EXPIRED', 'REJECTED', 'FAILED', 'BUSY', 'NO-ANSWER', 'CANCELED'];

/** The reports of seven about SMS and calls (https://docs.seven.io/en/rest-api/webhooks). */
export const sevenReports = (signingKey: string, siteUrl: string, clock: Clock): Reports => ({
  provider: 'seven',
  path: REPORT_PATH,
  header: 'x-signature',
  time: { header: 'x-timestamp', clock },
  sign: (octets, headerOf) => {
    const [timestamp, nonce] = [headerOf('x-timestamp'), headerOf('x-nonce')];
    const digest = createHash('md5').update(octets).digest('hex');
    return signBody(signingKey, [timestamp, nonce, 'POST', siteUrl + REPORT_PATH, digest].join('\n'));
  },
  lostIn: (body) => {
    const report = reportSchema.safeParse(body).data;
    const { foreign_id: id, status = '' } = report?.data ?? {};
    return report && (id && LOST.includes(status) ? [{ id, why: `seven: not delivered, ${status}` }] : []);
  },
});
