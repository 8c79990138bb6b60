import { parseJson } from '@laurel/contracts/json';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { costOf } from '../cost.ts';
import { DeliveryError } from '../delivery-error.ts';
import { CALL_MS, callGateway, mayHaveAccepted } from '../sms/http.ts';
import type { SmsSender } from '../sms/port.ts';

export type TelegramGatewayOptions = {
  token: string;
  /** The base URL of the API: https://gatewayapi.telegram.org for Telegram itself. */
  apiRoot: string;
  /** Where Telegram reports deliveries and refunds; an https address of at most 256 bytes. */
  reportUrl?: string | undefined;
  timeoutMs?: number;
};

/** After so many seconds a message that was not delivered is refunded, and reported as such. */
const TTL_SECONDS = 60;
/** How many requests a process remembers: those of the messages that it may try again. */
const REMEMBERED = 1_000;

const requestSchema = z.object({
  request_id: z.string().min(1).max(200),
  request_cost: z.number().optional(),
  /** Only of a message that was sent. */
  delivery_status: z.object({ status: z.string() }).nullish(),
});
const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: requestSchema }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

/** A code of an error, without what may follow it. */
const codeOf = (error: string): string => /^[A-Z_]{1,40}\d{0,5}$/.exec(error)?.[0] ?? 'an unknown error';

/**
 * The failure that an error of Telegram means. The documents name few errors: those about the number mean that no code can be
 * sent to it; what else there is concerns the account, and can be sent once that is corrected.
 */
const failureOf = (error: string): DeliveryError => {
  const unreachable = error.startsWith('PHONE_NUMBER_');
  const [, seconds] = /^FLOOD_WAIT_(\d{1,4})$/.exec(error) ?? [];
  const retryAfterMs = seconds === undefined ? undefined : Number(seconds) * 1000;
  return new DeliveryError(`telegram: ${codeOf(error)}`, { permanent: unreachable, unreachable, retryAfterMs });
};

/**
 * Sends codes by the Telegram Gateway (https://core.telegram.org/gateway/api), in Telegram's own text. The fee is charged when
 * Telegram confirms that it can reach the number, once for each request: a further try uses the request of the one before,
 * and first asks whether that has sent the message.
 */
export const createTelegramGateway = (options: TelegramGatewayOptions): SmsSender => {
  const root = options.apiRoot.replace(/\/$/, '');
  const timing = { timeoutMs: options.timeoutMs ?? CALL_MS };
  const authorised = { authorization: `Bearer ${options.token}`, accept: 'application/json' };
  const requests = new LRUCache<string, string>({ max: REMEMBERED });

  const call = async (url: string, request: Parameters<typeof callGateway>[2], signal: AbortSignal | undefined) => {
    const { status, body, retryAfterMs } = await callGateway('telegram', url, request, { ...timing, signal });
    const answer = answerSchema.safeParse(parseJson(body)).data;
    if (answer?.ok) return answer.result;
    if (answer) throw failureOf(answer.error);
    const uncertain = request.method === 'POST' && mayHaveAccepted(status);
    throw new DeliveryError(`telegram: ${status}`, { permanent: false, uncertain, retryAfterMs });
  };
  const read = (method: string, query: Record<string, string>, signal: AbortSignal | undefined) =>
    call(`${root}/${method}?${new URLSearchParams(query)}`, { method: 'GET', headers: authorised }, signal);

  return {
    send: async ({ id, to, code, afterUncertainTry }, signal) => {
      if (code === undefined) throw new DeliveryError('telegram: sends codes only', { permanent: true });
      const earlier = requests.get(id);
      if (earlier !== undefined && afterUncertainTry) {
        const { delivery_status: sent, request_cost: cost } = await read(
          'checkVerificationStatus',
          { request_id: earlier },
          signal,
        );
        if (sent) return costOf(cost, 'USD');
      }
      const requestId = earlier ?? (await read('checkSendAbility', { phone_number: to }, signal)).request_id;
      requests.set(id, requestId);
      const body = JSON.stringify({
        phone_number: to,
        request_id: requestId,
        code,
        ttl: TTL_SECONDS,
        payload: id,
        callback_url: options.reportUrl,
      });
      const headers = { ...authorised, 'content-type': 'application/json' };
      const sent = await call(`${root}/sendVerificationMessage`, { method: 'POST', headers, body }, signal);
      return costOf(sent.request_cost, 'USD');
    },
  };
};
