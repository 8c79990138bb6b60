import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { SMTPServerOptions } from 'smtp-server';
import { z } from 'zod';
import { startMailServer } from '../mail-server.ts';
import { parseMail } from '../mime.ts';
import type { Book } from './book.ts';
import type { SmsMode, SmtpMode } from './orders.ts';

type Arrived = { channel: 'email' | 'sms'; to: string; id: string; dropped: boolean };

/** A mail server or an SMS gateway. It keeps its port while it is down. */
type Provider<Mode> = { port: number; behave(mode: Mode): Promise<void>; mistreated(): number; close(): Promise<void> };

const portOf = (server: Server): number => {
  const address = server.address();
  return (typeof address === 'object' && address ? (address as AddressInfo) : { port: 0 }).port;
};

/** A real SMTP server that records each mail before it responds. */
const openSmtp = async (arrived: (mail: Arrived) => Promise<void>): Promise<Provider<SmtpMode>> => {
  let mode: SmtpMode = 'works';
  let mistreated = 0;
  const options: SMTPServerOptions = {
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onConnect: (_session, done) => {
      if (mode === 'silent') mistreated += 1;
      else done();
    },
    onRcptTo: (_address, _session, done) => {
      if (mode !== 'puts-off') return done();
      mistreated += 1;
      done(Object.assign(new Error('later'), { responseCode: 451 }));
    },
    onData: (stream, session, done) => {
      const taken = async (): Promise<void> => {
        const { headers } = await parseMail(await buffer(stream));
        if (['stuck', 'lies', 'cuts'].includes(mode)) mistreated += 1;
        if (mode === 'stuck') return;
        const id = headers.get('message-id')?.[0] ?? '';
        const dropped = mode === 'lies';
        for (const { address } of session.envelope.rcptTo)
          await arrived({ channel: 'email', to: address, id, dropped });
        if (mode === 'cuts') server.cut(session.id);
        else done();
      };
      taken().catch((error: Error) => done(error));
    },
  };
  let server = await startMailServer(options);
  const { port } = server;
  const close = async (): Promise<void> => {
    server.cut();
    await server.close();
  };
  return {
    port,
    mistreated: () => mistreated,
    close,
    behave: async (next) => {
      if (next === mode) return;
      const was = mode;
      mode = next;
      if (next === 'dead') await close();
      if (was === 'dead') server = await startMailServer(options, port);
    },
  };
};

const sms = z.object({ id: z.string(), to: z.string(), text: z.string() });

/** A real gateway for text messages: the webhook. */
const openSms = async (arrived: (message: Arrived) => Promise<void>): Promise<Provider<SmsMode>> => {
  let mode: SmsMode = 'works';
  let mistreated = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id, to } = sms.parse(JSON.parse(await text(request)));
    const now = mode;
    if (now !== 'works') mistreated += 1;
    if (now === 'stuck') return;
    if (now === 'puts-off') return void response.writeHead(503, { 'retry-after': '1' }).end();
    await arrived({ channel: 'sms', to, id, dropped: now === 'lies' });
    if (now === 'cuts') return void request.socket.destroy();
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  };
  const make = () =>
    createServer((request, response) => {
      handle(request, response).catch(() => response.writeHead(400).end());
    });
  let server = make().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  };
  return {
    port,
    mistreated: () => mistreated,
    close,
    behave: async (next) => {
      if (next === mode) return;
      const was = mode;
      mode = next;
      if (next === 'dead') await close();
      if (was !== 'dead') return;
      server = make().listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
};

/** The mail server and the gateway: each message is in the book before its response. */
export const startProviders = async (book: Book) => {
  let arrivals = 0;
  const arrived = async (message: Arrived): Promise<void> => {
    await book.write({ kind: 'arrival', ...message });
    if (!message.dropped) arrivals += 1;
  };
  const smtp = await openSmtp(arrived);
  const gateway = await openSms(arrived);
  return {
    smtpPort: smtp.port,
    smsPort: gateway.port,
    behave: async (modes: { smtp: SmtpMode; sms: SmsMode }): Promise<void> => {
      await smtp.behave(modes.smtp);
      await gateway.behave(modes.sms);
    },
    arrivals: () => arrivals,
    mistreated: () => smtp.mistreated() + gateway.mistreated(),
    close: async (): Promise<void> => {
      await smtp.behave('works');
      await gateway.behave('works');
      await smtp.close();
      await gateway.close();
    },
  };
};
