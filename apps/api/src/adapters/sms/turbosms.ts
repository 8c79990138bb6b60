import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { DeliveryError } from '../delivery-error.ts';
import { type Balance, ProbeError, probe } from '../probe.ts';
import { CALL_MS, callGateway, unclear } from './http.ts';
import type { SmsSender } from './port.ts';

export type TurboSmsOptions = {
  token: string;
  /** The kind of message, and the name of its sender, which TurboSMS has to allow for that kind. */
  kind: 'sms' | 'viber';
  sender: string;
  /** The base URL of the API: https://api.turbosms.ua for TurboSMS itself. */
  apiRoot: string;
  timeoutMs?: number;
};

const resultSchema = z.object({ response_code: z.int(), response_status: z.string() });
const answerSchema = resultSchema.extend({ response_result: z.tuple([resultSchema]).nullish().catch(undefined) });

const balanceSchema = z.object({ response_result: z.object({ balance: z.coerce.number() }) });

/** Reads the balance from TurboSMS, which shows that the key is right. @throws ProbeError */
export const readTurboSmsBalance = async (token: string, apiRoot: string): Promise<Balance> => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const { status, body } = await probe(`${apiRoot.replace(/\/$/, '')}/user/balance.json`, { headers });
  const { data } = balanceSchema.safeParse(body);
  if (data) return { amount: data.response_result.balance, currency: 'UAH' };
  throw new ProbeError(`TurboSMS answers ${resultSchema.safeParse(body).data?.response_status ?? status}`);
};

/** Statuses that concern the recipient, by their beginning: another message to the number would be refused as well. */
const OF_RECIPIENT = ['INVALID_PHONE', 'NOT_ALLOWED_NUMBER', 'NOT_ALLOWED_RECIPIENT'];

/**
 * Sends SMS, or messages by Viber, through TurboSMS (https://turbosms.ua/en/api.html). A repeated sequence_id is the same
 * request: TurboSMS answers with the result of the first one.
 */
export const createTurboSmsSender = (options: TurboSmsOptions): SmsSender => ({
  send: async ({ id, to, text }, signal) => {
    const body = JSON.stringify({
      sequence_id: id,
      recipients: [to.slice(1)],
      [options.kind]: { sender: options.sender, text },
    });
    const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' };
    const url = `${options.apiRoot.replace(/\/$/, '')}/message/send.json`;
    const timing = { timeoutMs: options.timeoutMs ?? CALL_MS, signal };
    const answer = await callGateway('turbosms', url, { method: 'POST', headers, body }, timing);
    const read = answer.status === 200 ? answerSchema.safeParse(parseJson(answer.body)).data : undefined;
    const result = read?.response_result?.[0] ?? read;
    if (read?.response_result && result?.response_code === 0) return undefined;
    if (!result) throw unclear('turbosms', answer);
    const name = /^[A-Z_]{1,60}$/.exec(result.response_status)?.[0] ?? '';
    const permanent = OF_RECIPIENT.some((beginning) => name.startsWith(beginning));
    // What failed within TurboSMS may have been sent.
    const uncertain = name.startsWith('FA') || name === 'OK';
    throw new DeliveryError(`turbosms: ${result.response_code} ${name}`.trim(), {
      permanent,
      unreachable: permanent,
      uncertain,
    });
  },
});
