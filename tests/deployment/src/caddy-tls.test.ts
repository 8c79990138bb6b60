import { once } from 'node:events';
import { type ConnectionOptions, connect } from 'node:tls';
import { freePort } from '@laurel/database/free-port';
import { type Caddy, startCaddy } from '@laurel/support/caddy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let caddy: Caddy;
beforeAll(async () => {
  caddy = await startCaddy(await freePort(), { waits: '100ms', tls: true });
});
afterAll(() => caddy?.stop());

/** What a client with these options negotiates with Caddy, or the alert with which Caddy refuses it. */
const handshake = async (offer: ConnectionOptions): Promise<string> => {
  const socket = connect({
    host: '127.0.0.1',
    port: caddy.port,
    servername: 'localhost',
    rejectUnauthorized: false,
    ...offer,
  });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().standardName}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    socket.destroy();
  }
};

/** Makes OpenSSL's client accept the old versions and ciphers, which it refuses by default. */
const only = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2', ciphers: string): ConnectionOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers: `${ciphers}:@SECLEVEL=0`,
});

describe('the TLS of the Caddyfile', () => {
  it('is 1.3, or 1.2 with clients without 1.3', async () => {
    expect(await handshake({ minVersion: 'TLSv1' })).toMatch(/^TLSv1\.3 TLS_(AES|CHACHA20)_/);
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 /);
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('is never %s', async (version) => {
    expect(await handshake(only(version, 'ALL'))).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  it('only uses ciphers with forward secrecy and authentication, whatever the client prefers', async () => {
    const STRONG = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'];
    for (const cipher of STRONG) expect(await handshake(only('TLSv1.2', cipher))).toMatch(/_(GCM|POLY1305)_SHA/);
    const agreed = await handshake(only('TLSv1.2', ['ECDHE-ECDSA-AES256-SHA', 'AES256-SHA', ...STRONG].join(':')));
    expect(agreed).toMatch(/^TLSv1\.2 TLS_ECDHE_.*_(GCM|POLY1305)_SHA/);
  });

  it.each([
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-ECDSA-AES256-SHA',
    'ECDHE-ECDSA-AES128-SHA256',
    'AES128-GCM-SHA256',
    'AES128-SHA',
    'DHE-RSA-AES256-SHA',
    'ADH-AES128-SHA',
    'ECDHE-ECDSA-NULL-SHA',
  ])('refuses the weak cipher %s', async (cipher) => {
    expect(await handshake(only('TLSv1.2', cipher))).toBe('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE');
  });
});
