import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Update } from 'grammy/types';
import { AppError, FieldError } from '../../app-error.ts';
import { sameSecret } from '../same-secret.ts';
import { type BotFailure, failureOf } from './failure.ts';
import { isUpdate } from './updates.ts';

/** The path of the webhook. It ends with the bot's public id, so that requests for an earlier bot get a 404. */
const pathOf = (token: string): string => `/api/telegram/webhook/${token.split(':')[0]}`;

/** The body limit, octets: an update with a message of 4096 characters and the one it replies to. */
export const TELEGRAM_BODY_LIMIT = 256 * 1024;

/** Retry-After after a failure, seconds. */
const RETRY_SECONDS = 5;

/**
 * The secret that Telegram sends with each update. It is derived from the token: it needs no configuration, is the same in
 * every replica, and changes with the token.
 */
const secretOf = (token: string): string =>
  createHmac('sha256', token).update('laurel telegram webhook').digest('base64url');

/** The URL and secret of the webhook for Telegram. */
export const webhookOf = (token: string, publicUrl: string): { url: string; secret: string } => ({
  url: `${publicUrl}${pathOf(token)}`,
  secret: secretOf(token),
});

type Deps = {
  token: string;
  /** Whether updates can be handled yet. */
  isReady(): boolean;
  /** Handles an update. */
  handle(update: Update): Promise<void>;
  /** Called for each failed update. `final` means that the update is dropped. */
  failed(failure: BotFailure, final: boolean): void;
};

/** POST /api/telegram/webhook/{bot id}. An update that fails temporarily gets an error, so Telegram delivers it again. */
export const registerWebhook = (app: FastifyInstance, { token, isReady, handle, failed }: Deps): void => {
  const secret = secretOf(token);
  app.route({
    method: 'POST',
    url: pathOf(token),
    schema: { hide: true },
    bodyLimit: TELEGRAM_BODY_LIMIT,
    // Checked before the body is read, so that requests without the secret cost little.
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
        const failure = failureOf(error);
        failed(failure, failure.permanent);
        const retryAfterSeconds = Math.max(RETRY_SECONDS, Math.ceil(failure.retryAfterMs / 1000));
        if (!failure.permanent) throw new AppError('server.unavailable', { retryAfterSeconds });
      }
      return {};
    },
  });
};
