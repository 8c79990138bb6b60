import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Reports } from '../reports.ts';
import { signBody } from './webhook.ts';

const PATH = '/api/seven/reports';

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
  path: PATH,
  header: 'x-signature',
  time: { header: 'x-timestamp', clock },
  sign: (octets, headerOf) => {
    const [timestamp, nonce] = [headerOf('x-timestamp'), headerOf('x-nonce')];
    const digest = createHash('md5').update(octets).digest('hex');
    return signBody(signingKey, [timestamp, nonce, 'POST', siteUrl + PATH, digest].join('\n'));
  },
  lostIn: (body) => {
    const report = reportSchema.safeParse(body).data;
    const { foreign_id: id, status = '' } = report?.data ?? {};
    return report && (id && LOST.includes(status) ? [{ id, why: `seven: not delivered, ${status}` }] : []);
  },
});
