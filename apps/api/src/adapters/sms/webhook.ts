import { createHmac } from 'node:crypto';
import { DeliveryError } from '../delivery-error.ts';
import { CALL_MS, callGateway, mayHaveAccepted, refusesMessage } from './http.ts';
import type { SmsSender } from './port.ts';

export type WebhookOptions = {
  url: string;
  /** Signs each body. */
  secret: string;
  timeoutMs?: number;
};

/** HMAC-SHA-256 (RFC 2104) of a body, in hex: what X-Signature says. */
export const signBody = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * Hands text messages to a gateway of the organisers' own: POST of JSON `{id, to, text}` with its signature. Any 2xx
 * means accepted; the same `id` again is the same message and should be answered with 2xx and not be sent twice. 4xx
 * refuses the message for good, but for 401, 403, 404, 405, 407, 408, 425 and 429, which like 5xx are tried again later.
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
    if (answer.status >= 200 && answer.status < 300) return;
    throw new DeliveryError(`webhook: ${answer.status}`, {
      permanent: refusesMessage(answer.status),
      uncertain: mayHaveAccepted(answer.status),
      retryAfterMs: answer.retryAfterMs,
      said: answer.body.slice(0, 200),
    });
  },
});
