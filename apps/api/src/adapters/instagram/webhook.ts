import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, FieldError } from '../../app-error.ts';
import { sameSecret } from '../same-secret.ts';
import { type DirectMessage, isSigned, messagesIn } from './notification.ts';

const PATH = '/api/instagram/webhook';

/** The body limit, octets: Meta sends up to a thousand events in one notification. */
export const INSTAGRAM_BODY_LIMIT = 512 * 1024;

/** Retry-After when too many messages are waiting, seconds. */
const RETRY_SECONDS = 30;

const verificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

type Deps = {
  appSecret: string;
  verifyToken: string;
  /** Accepts messages; false if too many are waiting. */
  take(messages: readonly DirectMessage[]): boolean;
};

/**
 * The webhook of Meta (https://developers.facebook.com/docs/graph-api/webhooks/getting-started): GET answers the
 * verification request when the organisers register the address, POST receives notifications. The routes have their own
 * scope, because their bodies must keep the original octets for the signature.
 */
export const registerGraphWebhook = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );

    scope.get(PATH, { schema: { hide: true } }, async ({ query }, reply) => {
      const verification = verificationSchema.safeParse(query).data;
      if (!verification) throw new AppError('request.malformed');
      if (!sameSecret(verification['hub.verify_token'], deps.verifyToken)) {
        throw new AppError('request.malformed', { status: 403 });
      }
      return reply.type('text/plain; charset=utf-8').send(verification['hub.challenge']);
    });

    scope.post(PATH, { schema: { hide: true }, bodyLimit: INSTAGRAM_BODY_LIMIT }, async ({ body, headers }, reply) => {
      const octets = body instanceof Buffer ? body : Buffer.alloc(0);
      if (!isSigned(octets, headers['x-hub-signature-256'], deps.appSecret)) {
        throw new AppError('request.malformed', { status: 401 });
      }
      const messages = messagesIn(octets);
      if (!messages) throw new FieldError({ entry: 'Expected a notification of the Instagram API' });
      if (!deps.take(messages)) throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
      return reply.type('text/plain; charset=utf-8').send('EVENT_RECEIVED');
    });
    done();
  });
};
