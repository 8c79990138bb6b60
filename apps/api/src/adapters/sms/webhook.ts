import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { type Cost, costOf } from '../cost.ts';
import { DeliveryError } from '../delivery-error.ts';
import { signBody } from '../same-secret.ts';
import { CALL_MS, callGateway, mayHaveAccepted, refusesMessage } from './http.ts';
import type { SmsSender } from './port.ts';

export type WebhookOptions = {
  url: string;
  /** Signs each body. */
  secret: string;
  timeoutMs?: number;
};

const acceptedSchema = z.object({ cost: z.number().nonnegative(), currency: z.string() });

const reportedCost = (body: string): Cost | undefined => {
  const { cost, currency } = acceptedSchema.safeParse(parseJson(body)).data ?? {};
  return costOf(cost, currency);
};

/**
 * Sends text messages to the organisers' own gateway: POST of JSON `{id, to, text}` with its signature. Any 2xx accepts the
 * message; its body may hold the cost, as JSON `{cost, currency}`. A repeated `id` is the same message: the gateway should
 * answer 2xx and not send it twice. 401, 403, 404, 405, 407, 408, 425, 429 and 5xx are retried; any other 4xx rejects the
 * message permanently.
 */
export const createWebhookSender = (options: WebhookOptions): SmsSender => ({
  send: async ({ id, to, text }, signal) => {
    const body = JSON.stringify({ id, to, text });
    const headers = { 'content-type': 'application/json', 'x-signature': signBody(options.secret, body) };
    const answer = await callGateway(
      'webhook',
      options.url,
      { method: 'POST', headers, body },
      { timeoutMs: options.timeoutMs ?? CALL_MS, signal },
    );
    if (answer.status >= 200 && answer.status < 300) return reportedCost(answer.body);
    throw new DeliveryError(`webhook: ${answer.status}`, {
      permanent: refusesMessage(answer.status),
      uncertain: mayHaveAccepted(answer.status),
      retryAfterMs: answer.retryAfterMs,
      detail: answer.body.slice(0, 200),
    });
  },
});
