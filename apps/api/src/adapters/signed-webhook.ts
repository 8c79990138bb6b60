import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { sameSecret, signBody } from './same-secret.ts';
import type { LostMessage } from './sms/port.ts';

/** The body limit for notifications of Meta, octets: it sends up to a thousand events in one. */
export const META_BODY_LIMIT = 512 * 1024;

/** What is signed when it is sent is a repetition later. */
const OLDEST_MS = 10 * 60_000;

const verificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

export type SignedWebhook = {
  path: string;
  /** By default that of all requests. */
  bodyLimit?: number;
  /** The header with the signature. */
  header: string;
  /** The right signature of a body. */
  sign(octets: Buffer, headerOf: (name: string) => string): string;
  /** The header with the signed time, in seconds; without it, a repetition must change nothing. */
  time?: { header: string; clock: Clock };
  /** With it, GET answers the request by which Meta verifies the address. */
  verifyToken?: string;
};

/** A provider's reports about messages. */
export type Reports = SignedWebhook & {
  /** Its name in the history of messages. */
  provider: string;
  /** The messages that did not arrive; undefined if the body is not a report. */
  lostIn(body: unknown): Omit<LostMessage, 'provider'>[] | undefined;
};

/** The webhook of an app at Meta (https://developers.facebook.com/docs/graph-api/webhooks/getting-started). */
export const metaWebhook = (
  path: string,
  { appSecret, verifyToken }: { appSecret: string; verifyToken: string },
): SignedWebhook => ({
  ...{ path, verifyToken, bodyLimit: META_BODY_LIMIT },
  header: 'x-hub-signature-256',
  sign: (octets) => `sha256=${signBody(appSecret, octets)}`,
});

/**
 * Registers the webhook of a provider. The routes have their own scope, because their bodies must keep the original octets for
 * the signature.
 * @param take handles what the provider signed
 */
export const registerSignedWebhook = async (
  app: FastifyInstance,
  { path, header, sign, time, verifyToken, bodyLimit }: SignedWebhook,
  take: (octets: Buffer) => void | Promise<void>,
): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );

    if (verifyToken !== undefined) {
      scope.get(path, { schema: { hide: true } }, async ({ query }, reply) => {
        const verification = verificationSchema.safeParse(query).data;
        if (!verification) throw new AppError('request.malformed');
        if (!sameSecret(verification['hub.verify_token'], verifyToken)) {
          throw new AppError('request.malformed', { status: 403 });
        }
        return reply.type('text/plain; charset=utf-8').send(verification['hub.challenge']);
      });
    }

    scope.post(path, { schema: { hide: true }, ...(bodyLimit && { bodyLimit }) }, async ({ body, headers }, reply) => {
      const octets = body instanceof Buffer ? body : Buffer.alloc(0);
      const headerOf = (name: string): string => String(headers[name] ?? '');
      const isSigned = sameSecret(headerOf(header), sign(octets, headerOf));
      const age = time ? time.clock.now().getTime() - Number(headerOf(time.header)) * 1000 : 0;
      if (!isSigned || !(Math.abs(age) <= OLDEST_MS)) throw new AppError('request.malformed', { status: 401 });
      await take(octets);
      return reply.type('text/plain; charset=utf-8').send('EVENT_RECEIVED');
    });
    done();
  });
};
