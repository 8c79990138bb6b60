import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createDatabase } from '@laurel/database/client';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { CLIENTS } from '@laurel/support/http-clients';
import { startMailServer } from '@laurel/support/mail-server';
import { describe, expect, it } from 'vitest';
import { DeliveryError } from './delivery-error.ts';
import { createSmtpSender } from './email/smtp.ts';

const SELF_SIGNED = { key: LOCAL_KEY, cert: LOCAL_CERTIFICATE };

/** The codes and messages of an error and its causes. */
const reasonsOf = (error: unknown): string =>
  error instanceof Error ? `${Reflect.get(error, 'code')} ${error.message} ${reasonsOf(error.cause)}` : '';

describe('a server with an untrusted certificate', () => {
  it.each(Object.entries(CLIENTS))('receives nothing from %s', async (_, call) => {
    let connections = 0;
    const received: (string | undefined)[] = [];
    const server = createTlsServer(SELF_SIGNED, ({ url }, response) => {
      received.push(url);
      response.end('{}');
    });
    server.on('connection', () => (connections += 1)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(call(`https://127.0.0.1:${port}`)).rejects.toThrow();
    expect(connections).toBeGreaterThan(0);
    expect(received).toEqual([]);
    server.close();
  });

  it('receives nothing from the mail sender, except at a loopback address', async () => {
    const server = await startMailServer();
    const senderTo = (host: string) =>
      createSmtpSender({ url: `smtp://${host}:${server.port}`, from: 'Laurel <awards@awards.example>' });
    const mail = { to: 'ada@example.org', subject: 'Your code', text: '482913', html: '482913', messageId: 'f3a9c1d2' };
    // This address reaches this machine without being a loopback address, so the sender treats it as remote.
    const error: unknown = await senderTo('0.0.0.0')
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error instanceof DeliveryError && error.inFull()).toMatch(/self-signed/);
    expect(server.received).toEqual([]);
    await senderTo('127.0.0.1').send(mail);
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  it('receives no password from the database client with sslmode=verify-full', async () => {
    let output = '';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      // SSLRequest and its answer (https://www.postgresql.org/docs/current/protocol-flow.html).
      socket.once('data', () => {
        socket.write('S');
        const secured = new TLSSocket(socket, { isServer: true, ...SELF_SIGNED });
        secured
          .on('error', () => undefined)
          .on('data', (chunk: Buffer) => {
            output += chunk.toString();
          });
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const database = createDatabase({ url: `postgres://ada:secret@127.0.0.1:${port}/laurel?sslmode=verify-full` });
    const error: unknown = await database.pool.query('SELECT 1').catch((cause: unknown) => cause);
    expect(reasonsOf(error)).toMatch(/self-signed/);
    expect(output).toBe('');
    await database.close();
    server.close();
  });
});
