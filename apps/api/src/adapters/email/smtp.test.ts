import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { LOCAL_CERTIFICATE } from '@laurel/support/certificate';
import { deliveryFailure } from '@laurel/support/delivery-failure';
import { type MailServer, type Refusal, startMailServer } from '@laurel/support/mail-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mail } from './port.ts';
import { createSmtpSender, type SmtpOptions } from './smtp.ts';

const mail = (to = 'ada.secret@example.org'): Mail => ({
  to,
  subject: 'Your code',
  text: '482913',
  html: '<b>482913</b>',
  messageId: 'f3a9c1d2',
});

describe('SMTP', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const start = async (options?: SMTPServerOptions): Promise<MailServer> => {
    const server = await startMailServer(options);
    closing.push(server.close);
    return server;
  };
  const sender = (url: string, options: Partial<SmtpOptions> = {}) =>
    createSmtpSender({ url, from: 'Laurel <awards@awards.example>', ...options });
  const failureOf = (sending: Promise<unknown>) => deliveryFailure(sending, /secret|example\.org|482913/);
  /** Starts a server that does nothing but `greet`. @returns its port */
  const startScripted = async (greet: (socket: Socket) => void): Promise<number> => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      greet(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };

  it('lets a mail program end a mail with one click (RFC 8058)', async () => {
    const server = await start();
    const stopUrl = 'https://awards.example/winners-mail?token=abc&lang=en';
    await sender(`smtp://127.0.0.1:${server.port}`).send({ ...mail(), stopUrl });
    const [received] = server.received;
    expect(received?.headers.get('list-unsubscribe')).toEqual([`<${stopUrl}>`]);
    expect(received?.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  });

  it('upgrades to TLS if the server offers it, and sets From, Message-ID and Reply-To', async () => {
    const server = await start();
    await sender(`smtp://127.0.0.1:${server.port}`, { replyTo: 'help@awards.example' }).send(mail());
    const [received] = server.received;
    expect(received).toMatchObject({ secure: true, from: 'awards@awards.example' });
    expect(received?.headers.get('from')).toEqual(['Laurel <awards@awards.example>']);
    expect(received?.headers.get('reply-to')).toEqual(['help@awards.example']);
    expect(received?.headers.get('auto-submitted')).toEqual(['auto-generated']);
    expect(received?.headers.get('list-unsubscribe')).toBeUndefined();
  });

  it('gives every try of a mail the same Message-ID', async () => {
    const server = await start();
    server.refuse({ at: 'data', cut: true });
    const smtp = sender(`smtp://127.0.0.1:${server.port}`);
    expect((await failureOf(smtp.send(mail()))).permanent).toBe(false);
    await smtp.send(mail());
    await smtp.send(mail());
    const ids = server.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toEqual([['<f3a9c1d2@awards.example>'], ['<f3a9c1d2@awards.example>']]);
  });

  it('logs in, and reports a wrong password as a temporary failure', async () => {
    const server = await start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('no')),
    });
    await sender(`smtp://laurel:right@127.0.0.1:${server.port}`).send(mail());
    expect(server.received[0]).toMatchObject({ user: 'laurel', secure: true });
    for (const login of ['laurel:wrong@', '']) {
      const { permanent } = await failureOf(sender(`smtp://${login}127.0.0.1:${server.port}`).send(mail()));
      expect(permanent).toBe(false);
    }
    expect(server.received).toHaveLength(1);
  });

  it('sends nothing to a remote server with an invalid certificate', async () => {
    const server = await start();
    const strict = sender(`smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=true`);
    expect((await failureOf(strict.send(mail()))).permanent).toBe(false);
    expect(server.received).toHaveLength(0);
    await sender(`smtp://127.0.0.1:${server.port}`, { ca: LOCAL_CERTIFICATE }).send(mail());
    expect(server.received).toHaveLength(1);
  });

  it('never sends a password unencrypted over a network', async () => {
    const logins: string[] = [];
    const server = await start({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        logins.push(username ?? '');
        done(null, { user: username ?? '' });
      },
    });
    // 0.0.0.0 reaches this machine and is not a loopback address: it represents a remote host.
    expect((await failureOf(sender(`smtp://laurel:right@0.0.0.0:${server.port}`).send(mail()))).permanent).toBe(false);
    expect(logins).toEqual([]);
    await sender(`smtp://laurel:right@127.0.0.1:${server.port}`).send(mail());
    expect(logins).toEqual(['laurel']);
  });

  it('sends no mail unencrypted over a network, with or without a user, unless the configuration allows it', async () => {
    const server = await start({ disabledCommands: ['STARTTLS'] });
    const elsewhere = `smtp://0.0.0.0:${server.port}`;
    for (const settings of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true']) {
      expect((await failureOf(sender(elsewhere + settings).send(mail()))).permanent).toBe(false);
    }
    expect(server.received).toEqual([]);
    await sender(elsewhere, { allowUnencrypted: true }).send(mail());
    await sender(`smtp://127.0.0.1:${server.port}`).send(mail());
    expect(server.received.map(({ secure }) => secure)).toEqual([false, false]);
  });

  const verdicts: [string, Refusal, boolean][] = [
    ['greylisting', { at: 'rcpt', code: 451 }, false],
    ['a full mailbox for now', { at: 'rcpt', code: 452 }, false],
    ['an unknown recipient', { at: 'rcpt', code: 550 }, true],
    ['a malformed recipient', { at: 'rcpt', code: 501 }, true],
    ['a refused sender, which the organiser can change', { at: 'mail', code: 550 }, false],
    ['a mail rejected for now', { at: 'data', code: 451 }, false],
    ...[530, 534, 535, 538].map((code): [string, Refusal, boolean] => [
      `a login required only for the recipient (${code})`,
      { at: 'rcpt', code },
      false,
    ]),
    ['a refused mail', { at: 'data', code: 554 }, true],
    ['a connection cut before the mail', { at: 'rcpt', cut: true }, false],
    ['a connection cut in the mail', { at: 'data', cut: true }, false],
  ];
  it.each(verdicts)('reports whether to retry after %s, and sends the next mail', async (_name, refusal, permanent) => {
    const server = await start();
    server.refuse(refusal);
    const smtp = sender(`smtp://127.0.0.1:${server.port}`);
    expect((await failureOf(smtp.send(mail()))).permanent).toBe(permanent);
    expect(server.received).toHaveLength(0);
    await smtp.send(mail());
    expect(server.received).toHaveLength(1);
  });

  it('reports an unreachable server as a temporary failure', async () => {
    const server = await startMailServer();
    await server.close();
    expect((await failureOf(sender(`smtp://127.0.0.1:${server.port}`).send(mail()))).permanent).toBe(false);
  });

  it('times out on a server that is silent, only greets, or answers too slowly', async () => {
    const timeouts = { connectMs: 80, silenceMs: 80, totalMs: 200 };
    const silent = await startScripted(() => {});
    const greeting = await startScripted((socket) => socket.write('220 slow.example ESMTP\r\n'));
    const dripping = await startScripted((socket) => {
      socket.write('220-slow\r\n');
      const drip = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    for (const port of [silent, greeting, dripping]) {
      const { permanent, message } = await failureOf(sender(`smtp://127.0.0.1:${port}`, { timeouts }).send(mail()));
      expect(permanent).toBe(false);
      expect(message).toMatch(/ETIMEDOUT|EABORT/);
    }
  });

  it('stops when the signal aborts', async () => {
    const port = await startScripted(() => {});
    const stop = new AbortController();
    const sending = sender(`smtp://127.0.0.1:${port}`).send(mail(), stop.signal);
    stop.abort();
    const { permanent, message } = await failureOf(sending);
    expect(permanent).toBe(false);
    // The failure is the abort, not a timeout.
    expect(message).toContain('EABORT');
  });

  it.each([
    'ada@example.org, evil@example.org',
    'ada@example.org\r\nRCPT TO:<evil@example.org>',
    'ada@example.org>\r\nBcc: <evil@example.org',
    '"Ada" <evil@example.org>',
    'ada@example.org\nBcc: evil@example.org',
  ])('never sends to a second address within the first: %j', async (address) => {
    const server = await start();
    const sent = await sender(`smtp://127.0.0.1:${server.port}`)
      .send(mail(address))
      .then(
        () => true,
        () => false,
      );
    for (const { recipients, headers } of server.received) {
      expect(recipients).not.toContain('evil@example.org');
      expect(recipients).toHaveLength(1);
      expect(headers.has('bcc')).toBe(false);
    }
    expect(server.received).toHaveLength(sent ? 1 : 0);
  });

  it('sends to an internationalised address if the server supports it', async () => {
    const server = await start();
    await sender(`smtp://127.0.0.1:${server.port}`).send(mail('їжак@приклад.укр'));
    expect(server.received[0]?.recipients[0]).toMatch(/^їжак@(приклад\.укр|xn--)/);
  });
});
