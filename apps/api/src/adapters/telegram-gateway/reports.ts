import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { signBody } from '../same-secret.ts';
import type { Reports } from '../signed-webhook.ts';

/** The path of the reports. */
export const REPORT_PATH = '/api/telegram/gateway';

const TIME = 'x-request-timestamp';

/** The part of a RequestStatus that matters. `payload` is what the request had: the message's id. */
const reportSchema = z.object({ payload: z.uuid(), is_refunded: z.boolean().default(false) });

/** The delivery reports of the Telegram Gateway (https://core.telegram.org/gateway/api#report-delivery). */
export const gatewayReports = (token: string, clock: Clock): Reports => ({
  provider: 'telegram',
  path: REPORT_PATH,
  header: 'x-request-signature',
  time: { header: TIME, clock },
  sign: (octets, headerOf) =>
    signBody(createHash('sha256').update(token).digest(), Buffer.concat([Buffer.from(`${headerOf(TIME)}\n`), octets])),
  lostIn: (body) => {
    const report = reportSchema.safeParse(body).data;
    return report && (report.is_refunded ? [{ id: report.payload, why: 'telegram: not delivered' }] : []);
  },
});
