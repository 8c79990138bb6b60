import { createHash, createHmac } from 'node:crypto';
import { parseJson } from '@laurel/contracts/json';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, FieldError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { sameSecret } from '../same-secret.ts';

/** The path of the reports. */
export const REPORT_PATH = '/api/telegram/gateway';

/** A report is signed when it is sent, so an older one is a repetition. */
const OLDEST_MS = 10 * 60_000;

/** The part of a RequestStatus that matters. `payload` is what the request had: the message's id. */
const reportSchema = z.object({ payload: z.uuid(), is_refunded: z.boolean().default(false) });

type Deps = {
  token: string;
  clock: Clock;
  /** Gives the charge of a message back; a repetition changes nothing. */
  refund(messageId: string, now: Date): Promise<void>;
};

/** The signature of a report: HMAC-SHA-256 of its time and its octets, with the hash of the token as the key. */
export const signReport = (token: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', createHash('sha256').update(token).digest()).update(`${timestamp}\n`).update(body).digest('hex');

/**
 * The delivery reports of the Telegram Gateway (https://core.telegram.org/gateway/api#report-delivery). The route has its own
 * scope, because its bodies must keep the original octets for the signature. After another answer than 200 Telegram repeats.
 */
export const registerGatewayReports = async (app: FastifyInstance, { token, clock, refund }: Deps): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(REPORT_PATH, { schema: { hide: true } }, async ({ body, headers }) => {
      const octets = body instanceof Buffer ? body : Buffer.alloc(0);
      const { 'x-request-timestamp': timestamp, 'x-request-signature': signature } = headers;
      const now = clock.now();
      const isSigned =
        typeof timestamp === 'string' &&
        typeof signature === 'string' &&
        sameSecret(signature, signReport(token, timestamp, octets)) &&
        Math.abs(now.getTime() - Number(timestamp) * 1000) <= OLDEST_MS;
      if (!isSigned) throw new AppError('request.malformed', { status: 401 });
      const report = reportSchema.safeParse(parseJson(octets.toString())).data;
      if (!report) throw new FieldError({ payload: 'Expected a report of the Telegram Gateway' });
      if (report.is_refunded) await refund(report.payload, now);
      return {};
    });
    done();
  });
};
