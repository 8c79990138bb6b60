import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Update } from 'grammy/types';
import { AppError, FieldError } from '../../app-error.ts';
import { sameSecret } from '../same-secret.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { isUpdate } from './updates.ts';

/** Where Telegram calls; the last part is the bot's public id, so that the calls of a bot configured before get a 404. */
const pathOf = (token: string): string => `/api/telegram/webhook/${token.split(':')[0]}`;

/** Octets of one update: a message of 4096 characters with everything around it, and what it replies to. */
export const TELEGRAM_BODY_LIMIT = 256 * 1024;

/** How soon Telegram may come again after a failure, seconds. */
const RETRY_SECONDS = 5;

/**
 * The secret that Telegram sends along. It follows from the token: nothing to configure, the same in every replica, and
 * new when the token is.
 */
const secretOf = (token: string): string =>
  createHmac('sha256', token).update('laurel telegram webhook').digest('base64url');

/** Where Telegram is told to call, and with what. */
export const webhookOf = (token: string, publicUrl: string): { url: string; secret: string } => ({
  url: `${publicUrl}${pathOf(token)}`,
  secret: secretOf(token),
});

type Deps = {
  token: string;
  /** Whether updates can be dealt with yet. */
  isReady(): boolean;
  /** Does what an update asks. */
  handle(update: Update): Promise<void>;
  /** Hears of updates that failed; `final` where the update is given up. */
  failed(trouble: Trouble, final: boolean): void;
};

/** POST /api/telegram/webhook/{bot id}. An update that can't be dealt with now is refused, and so comes again. */
export const registerWebhook = (app: FastifyInstance, { token, isReady, handle, failed }: Deps): void => {
  const secret = secretOf(token);
  app.route({
    method: 'POST',
    url: pathOf(token),
    schema: { hide: true },
    bodyLimit: TELEGRAM_BODY_LIMIT,
    // Before the body is read: who does not know the secret costs nothing.
    onRequest: async (request) => {
      const given = request.headers['x-telegram-bot-api-secret-token'];
      const isTelegram = typeof given === 'string' && sameSecret(given, secret);
      if (!isTelegram) throw new AppError('request.malformed', { status: 401 });
    },
    handler: async ({ body }) => {
      if (!isUpdate(body)) throw new FieldError({ update_id: 'Expected an update of the Bot API' });
      if (!isReady()) throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
      try {
        await handle(body);
      } catch (error) {
        const trouble = troubleOf(error);
        failed(trouble, trouble.permanent);
        const retryAfterSeconds = Math.max(RETRY_SECONDS, Math.ceil(trouble.retryAfterMs / 1000));
        if (!trouble.permanent) throw new AppError('server.unavailable', { retryAfterSeconds });
      }
      return {};
    },
  });
};
