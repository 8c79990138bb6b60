import type { FastifyInstance } from 'fastify';
import { AppError, FieldError } from '../../app-error.ts';
import { metaWebhook, registerSignedWebhook } from '../signed-webhook.ts';
import { type DirectMessage, messagesIn } from './notification.ts';

/** Retry-After when too many messages are waiting, seconds. */
const RETRY_SECONDS = 30;

type Deps = {
  appSecret: string;
  verifyToken: string;
  /** Accepts messages; false if too many are waiting. */
  take(messages: readonly DirectMessage[]): boolean;
};

/** The webhook of Instagram (https://developers.facebook.com/docs/graph-api/webhooks/getting-started). */
export const registerGraphWebhook = (app: FastifyInstance, { appSecret, verifyToken, take }: Deps): Promise<void> =>
  registerSignedWebhook(app, metaWebhook('/api/instagram/webhook', appSecret, verifyToken), (octets) => {
    const messages = messagesIn(octets);
    if (!messages) throw new FieldError({ entry: 'Expected a notification of the Instagram API' });
    if (!take(messages)) throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
  });
