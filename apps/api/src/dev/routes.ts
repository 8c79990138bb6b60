import { type InboxMessage, inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { messageKey } from '@laurel/contracts/messages';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Inbox } from '../adapters/inbox.ts';
import type { TelegramOutcome, TelegramStart } from '../adapters/telegram/port.ts';
import { AppError, FieldError } from '../app-error.ts';
import type { ReviewOutcome } from '../features/social/policy.ts';
import { ok } from '../http/call.ts';
import { isMadeHere } from './access.ts';
import type { DevClock } from './clock.ts';
import { loadAssets, MAIL_POLICY, PAGE_POLICY } from './pages.ts';

export type DevDeps = {
  inbox: Inbox;
  clock: DevClock;
  /** Opens a Telegram link as a user and confirms it. Returns the outcome. */
  playTelegram: (
    play: { code: string; telegramUserId: string; member: boolean },
    now: Date,
  ) => Promise<TelegramStart['state'] | TelegramOutcome['status']>;
  /** Decides an Instagram name as an organiser. */
  playReviewer: (play: { identifier: string; approved: boolean }, now: Date) => Promise<ReviewOutcome>;
};

const handle = (what: string) =>
  z
    .string({ error: `Expected ${what}` })
    .trim()
    .min(1)
    .max(100);
const yesOrNo = z.boolean({ error: messageKey('booleanInvalid') });

const telegramBody = z.object({
  code: handle('the code of a Telegram link'),
  telegramUserId: z
    .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)], { error: 'Expected a number, the Telegram id' })
    .transform(String),
  member: yesOrNo,
});
const instagramBody = z.object({ identifier: handle('the identifier of a verification'), approved: yesOrNo });

/** Ten years: enough for tests, and dates stay in the range of PostgreSQL and JSON. */
const ADVANCE_MAX_MS = 10 * 366 * 24 * 60 * 60_000;
const LAST_YEAR = 9_000;
const clockBody = z.object({
  advanceMs: z
    .int({ error: 'Expected a whole number of milliseconds' })
    .min(0, { error: 'The clock only moves forward' })
    .max(ADVANCE_MAX_MS, { error: 'At most ten years at once' }),
});

const page = (reply: FastifyReply, type: string, body: string, policy = PAGE_POLICY): FastifyReply =>
  reply.headers({ 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy }).send(body);

/** The response of the inbox: the fields of the contract only. */
const listed = (inbox: Inbox): InboxMessage[] => z.array(inboxMessageSchema).parse(inbox.list());

const registerPages = (app: FastifyInstance, { inbox }: DevDeps): void => {
  const assets = loadAssets();
  app.get('/dev/inbox', (_request, reply) => page(reply, 'text/html', assets.inbox));
  app.get('/dev/telegram', (_request, reply) => page(reply, 'text/html', assets.telegram));
  app.get('/dev/dev.js', (_request, reply) => page(reply, 'text/javascript', assets.script));
  app.get('/dev/dev.css', (_request, reply) => page(reply, 'text/css', assets.style));
  app.get('/dev/inbox.json', () => listed(inbox));
  app.get<{ Params: { id: string } }>('/dev/mail/:id', (request, reply) => {
    const html = inbox.html(request.params.id);
    if (html === undefined) throw new AppError('request.not_found');
    return page(reply, 'text/html', html, MAIL_POLICY);
  });
};

const registerPlays = (app: FastifyInstance, { clock, playTelegram, playReviewer }: DevDeps): void => {
  app.post<{ Body: z.output<typeof telegramBody> }>(
    '/dev/telegram',
    { schema: { body: telegramBody } },
    async (call) => {
      const status = await playTelegram(call.body, clock.now());
      if (status === 'TAG_USED' || status === 'tag_used') throw new AppError('social.tag_used');
      if (status === 'VERIFIED' || status === 'RETRY') return ok({ status });
      throw new FieldError({ code: 'This link is unknown, used or expired. Get a new one on the site' });
    },
  );
  app.post<{ Body: z.output<typeof instagramBody> }>(
    '/dev/instagram',
    { schema: { body: instagramBody } },
    async (call) => {
      const status = await playReviewer(call.body, clock.now());
      if (status === 'TAG_USED') throw new AppError('social.tag_used');
      if (status === 'VERIFIED' || status === 'NOT_VERIFIED') return ok({ status });
      throw new FieldError({ identifier: 'This verification is unknown, expired or decided already' });
    },
  );
  app.get('/dev/clock', () => ok({ now: clock.now().toISOString() }));
  app.post<{ Body: z.output<typeof clockBody> }>('/dev/clock', { schema: { body: clockBody } }, (call) => {
    const { advanceMs } = call.body;
    if (new Date(clock.now().getTime() + advanceMs).getUTCFullYear() > LAST_YEAR) {
      throw new FieldError({ advanceMs: 'The clock has been moved far enough' });
    }
    clock.advance(advanceMs);
    return ok({ now: clock.now().toISOString() });
  });
};

/**
 * Registers the development tools: the inbox, and the simulated Telegram user, Instagram reviewer and clock. Not for
 * production. Requests from other machines get a 404.
 */
export const registerDevRoutes = async (app: FastifyInstance, deps: DevDeps): Promise<void> => {
  await app.register((dev, _options, registered) => {
    dev.addHook('onRequest', (request, _reply, next) => {
      next(isMadeHere(request.raw) ? undefined : new AppError('request.not_found'));
    });
    dev.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    dev.addHook('onSend', (_request, reply, _payload, next) => {
      reply.header('cache-control', 'no-store');
      next();
    });
    registerPages(dev, deps);
    registerPlays(dev, deps);
    registered();
  });
};
