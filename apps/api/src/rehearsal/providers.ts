import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { BOT, createBotApi } from './bot-api.ts';

/** The credentials of the copy with its providers. They are no secrets: nothing else has them, and nothing else can connect. */
export const CREDENTIALS = {
  smsSecret: 'the text messages of a rehearsal, unsigned elsewhere',
  telegram: BOT,
  instagram: { accessToken: 'rehearsal-access', appSecret: 'rehearsal-app', verifyToken: 'rehearsal-verify' },
} as const;

/** The ports on which the providers listen in their container. */
export const PORTS = { mail: 2525, web: 8025 } as const;

const CODE = /(?<!\d)\d{6}(?!\d)/;
/** The code of a mail has a line of its own. English text is not base64, so the line is in the message as it was sent. */
const CODE_LINE = /^ *(\d{6})\r?$/m;

const smsSchema = z.object({ to: z.string(), text: z.string() });

type Ports = { mail: number; web: number };

/**
 * Starts the providers of the copy: a mail server, an SMS gateway, Telegram's Bot API and Instagram's Graph API. They send
 * nothing anywhere.
 * @param ports 0 takes a free one
 * @param host the address to listen on
 */
export const startProviders = async (ports: Ports, host: string) => {
  /** The newest code that was sent to each address and number. */
  const codes = new Map<string, string>();
  /** The user name of each sender of a direct message on Instagram. */
  const people = new Map<string, string>();
  const bot = createBotApi();

  const mail = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      text(stream)
        .then((message) => {
          const code = CODE_LINE.exec(message)?.[1];
          for (const { address } of envelope.rcptTo) if (code !== undefined) codes.set(address, code);
          done();
        })
        .catch(done);
    },
  });
  // A client that breaks its connection is not a fault of the server.
  mail.on('error', () => undefined);

  // A close does not wait for the bot's polls, which are held.
  const web = Fastify({ logger: false, forceCloseConnections: true });
  web.post('/sms', async ({ body }, reply) => {
    const { to, text: sent } = smsSchema.parse(body);
    const code = CODE.exec(sent)?.[0];
    if (code !== undefined) codes.set(to, code);
    return reply.code(202).send({});
  });
  web.get('/sms', async () => ({}));
  web.all<{ Params: { method: string } }>(`/bot${BOT.token.replace(':', '::')}/:method`, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const payload = request.body ?? request.query;
    return { ok: true, result: await bot.call(request.params.method, payload, gone.signal) };
  });
  web.post('/:version/me/messages', async () => ({ recipient_id: '1', message_id: '1' }));
  web.get<{ Params: { id: string } }>('/:version/:id', async ({ params: { id } }) => ({
    id,
    username: people.get(id) ?? 'rehearsal',
    is_user_follow_business: true,
    follower_count: 240,
  }));

  mail.listen(ports.mail, host);
  await once(mail.server, 'listening');
  await web.listen({ port: ports.web, host });
  const portOf = (address: AddressInfo | string | null): number =>
    typeof address === 'object' ? (address?.port ?? 0) : 0;

  return {
    ports: { mail: portOf(mail.server.address()), web: portOf(web.server.address()) },
    /** The newest code that was sent to an address or a number. */
    codeTo: (to: string): string | undefined => codes.get(to),
    /** Forgets the newest code to an address or a number. */
    forget: (to: string): void => void codes.delete(to),
    startBot: bot.start,
    pressButton: bot.confirm,
    /** A direct message of a user, as the notification that Instagram sends, and its signature. */
    directMessage: (senderId: string, username: string, message: string): { body: string; signature: string } => {
      people.set(senderId, username);
      const event = {
        sender: { id: senderId },
        recipient: { id: '1' },
        message: { mid: `m.${senderId}`, text: message },
      };
      const body = JSON.stringify({ object: 'instagram', entry: [{ id: '1', time: 0, messaging: [event] }] });
      const { appSecret } = CREDENTIALS.instagram;
      return { body, signature: `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}` };
    },
    close: async (): Promise<void> => {
      await web.close();
      await new Promise<void>((done) => mail.close(() => done()));
    },
  };
};

export type Providers = Awaited<ReturnType<typeof startProviders>>;
