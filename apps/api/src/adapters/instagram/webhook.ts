import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, FieldError } from '../../app-error.ts';
import { sameSecret } from '../same-secret.ts';
import { type DirectMessage, isSigned, messagesIn } from './notification.ts';

const PATH = '/api/instagram/webhook';

/** Octets of one notification: Meta gathers up to a thousand events in one. */
export const INSTAGRAM_BODY_LIMIT = 512 * 1024;

/** How soon Meta may come again when too much is waiting, seconds. */
const RETRY_SECONDS = 30;

const questionSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

type Deps = {
  appSecret: string;
  verifyToken: string;
  /** Takes messages to work on; false where there is no room for more. */
  take(messages: readonly DirectMessage[]): boolean;
};

/**
 * The webhook of Meta (https://developers.facebook.com/docs/graph-api/webhooks/getting-started): GET answers its question
 * when the organisers register the address, POST takes notifications. In a scope of its own, because here a body must
 * stay the octets that were signed.
 */
export const registerGraphWebhook = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );

    scope.get(PATH, { schema: { hide: true } }, async ({ query }, reply) => {
      const question = questionSchema.safeParse(query).data;
      if (!question) throw new AppError('request.malformed');
      if (!sameSecret(question['hub.verify_token'], deps.verifyToken)) {
        throw new AppError('request.malformed', { status: 403 });
      }
      return reply.type('text/plain; charset=utf-8').send(question['hub.challenge']);
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
