import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from './certificate.ts';
import type { Place } from './http-peer.ts';
import { type ParsedMail, parseMail } from './mime.ts';

export type ReceivedMail = ParsedMail & { from: string; recipients: string[]; secure: boolean; user: string };

/** What the server does instead of accepting: replies with a status, or breaks the connection. */
export type Refusal = { at: 'mail' | 'rcpt' | 'data'; code: number } | { at: 'rcpt' | 'data'; cut: true };

export type MailServer = {
  port: number;
  received: ReceivedMail[];
  /** Refusals for the next mails, in order; later mails are accepted. */
  refuse(...refusals: Refusal[]): void;
  /** Breaks the connection of a session, or every one. */
  cut(session?: string): void;
  close(): Promise<void>;
};

const failure = (code: number): Error & { responseCode: number } =>
  Object.assign(new Error('refused by the test'), { responseCode: code });

/**
 * A real SMTP server on this machine that stores the mails it accepts.
 * @param options override those of a server with STARTTLS and without login
 * @param place a free port of this machine's own address by default
 */
export const startMailServer = async (
  options: SMTPServerOptions = {},
  { port = 0, host = '127.0.0.1' }: Place = {},
): Promise<MailServer> => {
  const received: ReceivedMail[] = [];
  const refusals: Refusal[] = [];
  const next = (at: Refusal['at']): Refusal | undefined => (refusals[0]?.at === at ? refusals.shift() : undefined);
  const server = new SMTPServer({
    key: LOCAL_KEY,
    cert: LOCAL_CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) => {
      const refusal = next('mail');
      done(refusal && 'code' in refusal ? failure(refusal.code) : null);
    },
    onRcptTo: (_address, session, done) => {
      const refusal = next('rcpt');
      if (refusal && 'cut' in refusal) return cut(session.id);
      done(refusal ? failure(refusal.code) : null);
    },
    onData: (stream, session, done) => {
      const receive = async (): Promise<void> => {
        const mail = await parseMail(await buffer(stream));
        const refusal = next('data');
        if (refusal && 'cut' in refusal) return cut(session.id);
        if (refusal) return done(failure(refusal.code));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...mail,
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: typeof session.user === 'string' ? session.user : '',
        });
        done();
      };
      receive().catch(done);
    },
    ...options,
  });
  const cut = (id?: string): void => {
    for (const connection of server.connections)
      if ([undefined, connection.id].includes(id)) connection._socket.destroy();
  };
  server.on('error', () => {});
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: (...more) => void refusals.push(...more),
    cut,
    close: () => new Promise((done) => server.close(() => done())),
  };
};
