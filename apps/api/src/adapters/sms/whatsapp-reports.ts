import { z } from 'zod';
import type { Reports } from '../reports.ts';
import { metaWebhook } from '../signed-webhook.ts';

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
export const whatsAppReports = (appSecret: string, verifyToken: string): Reports => ({
  provider: 'meta',
  ...metaWebhook('/api/whatsapp/webhook', appSecret, verifyToken),
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
