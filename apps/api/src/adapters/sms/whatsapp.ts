import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';
import { DeliveryError } from '../delivery-error.ts';
import { metaWebhook, type Reports } from '../signed-webhook.ts';
import { CALL_MS, callGateway, mayHaveAccepted, refusesMessage } from './http.ts';
import type { SmsSender } from './port.ts';

export type WhatsAppOptions = {
  token: string;
  /** The id of the number that sends, from the app's settings. */
  numberId: string;
  /** The name of an authentication template with a button that copies the code, in the languages of the site. */
  template: string;
  /** The base URL of the Graph API with its version. */
  apiRoot: string;
  timeoutMs?: number;
};

const sentSchema = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const failureSchema = z.object({ error: z.object({ code: z.int(), message: z.string().optional() }) });

/** The message can't be delivered to the number: most often, it has no WhatsApp. */
const UNDELIVERABLE = new Set([131_026, 131_030]);
/** Other codes with a 4xx status that concern the account, the template or the rate, not the message. */
const ACCOUNT_CODES = new Set([
  0, 3, 4, 10, 190, 80_007, 130_429, 131_005, 131_016, 131_031, 131_042, 131_048, 131_056, 132_001, 132_015, 133_010,
]);

/**
 * Sends codes by WhatsApp's Cloud API, in the text of a template
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages). It has no idempotency keys: after an answer
 * that was lost, the same code may arrive twice.
 */
export const createWhatsAppSender = (options: WhatsAppOptions): SmsSender => ({
  send: async ({ id, to, code, language = 'en' }, signal) => {
    if (code === undefined) throw new DeliveryError('whatsapp: sends codes only', { permanent: true });
    const parameters = [{ type: 'text', text: code }];
    const body = JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: to.slice(1),
      type: 'template',
      biz_opaque_callback_data: id,
      template: {
        name: options.template,
        language: { code: language },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    });
    const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' };
    const url = `${options.apiRoot.replace(/\/$/, '')}/${encodeURIComponent(options.numberId)}/messages`;
    const timing = { timeoutMs: options.timeoutMs ?? CALL_MS, signal };
    const {
      status,
      body: answer,
      retryAfterMs,
    } = await callGateway('whatsapp', url, { method: 'POST', headers, body }, timing);
    if (status === 200 && sentSchema.safeParse(parseJson(answer)).success) return undefined;
    const { code: reason, message: detail } = failureSchema.safeParse(parseJson(answer)).data?.error ?? {};
    const unreachable = reason !== undefined && UNDELIVERABLE.has(reason);
    throw new DeliveryError(`whatsapp: ${status} ${reason ?? ''}`.trim(), {
      permanent: unreachable || (refusesMessage(status) && !(reason !== undefined && ACCOUNT_CODES.has(reason))),
      unreachable,
      uncertain: mayHaveAccepted(status),
      ...{ retryAfterMs, detail },
    });
  },
});

/** A message that was not delivered, with the id that its request had. */
const failedSchema = z.object({
  status: z.literal('failed'),
  biz_opaque_callback_data: z.uuid(),
  errors: z.array(z.object({ code: z.int().max(999_999) })).catch([]),
});
const changeSchema = z.object({
  value: z.object({ statuses: z.array(failedSchema.nullable().catch(null)).default([]) }),
});
const reportSchema = z.object({ entry: z.array(z.object({ changes: z.array(changeSchema) })) });

/** The reports of WhatsApp's Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks). Only what was delivered costs. */
export const whatsAppReports = (app: Parameters<typeof metaWebhook>[1]): Reports => ({
  provider: 'meta',
  ...metaWebhook('/api/whatsapp/webhook', app),
  lostIn: (body) =>
    reportSchema
      .safeParse(body)
      .data?.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses))
      .filter((status) => status !== null)
      .map(({ biz_opaque_callback_data: id, errors }) => ({
        id,
        why: `whatsapp: not delivered ${errors[0]?.code ?? ''}`.trim(),
      })),
});
