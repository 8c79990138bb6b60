import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { checkConsoleUrl } from './console-checks.ts';
import { checkDisk, checkLogKey, checkPublicUrl, checkSecrets, judgeCertificate, judgeDisk } from './machine-checks.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

/** The path that the server has. */
let served = '';
let status = 200;
let port = 0;
const server = createServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, (request, response) =>
  response.writeHead(request.url === served ? status : 404).end(),
);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const at = (address: string) => readConfig({ NODE_ENV: 'test', PUBLIC_URL: address });

describe.each([
  ['public', '/api/client-ip', (url: string, now: Date, ca?: string) => checkPublicUrl(at(url), now, ca)],
  [
    'console’s',
    '/api/docs/json',
    (url: string, now: Date, ca?: string) => checkConsoleUrl({ CONSOLE_URL: url }, now, ca),
  ],
])('the %s address', (_whose, path, check) => {
  beforeAll(() => {
    served = path;
  });
  const late = new Date('2120-01-01T00:00:00Z');

  it.each([
    [
      'passes with a trusted certificate of its name',
      200,
      NOW,
      LOCAL_CERTIFICATE,
      true,
      /answers, its .* for \d+ days$/,
    ],
    [
      'fails with an untrusted or expiring certificate',
      200,
      NOW,
      undefined,
      false,
      /^browsers refuse the certificate of localhost:\d+: \w/,
    ],
    [
      'fails with an untrusted or expiring certificate',
      200,
      late,
      LOCAL_CERTIFICATE,
      false,
      /^the certificate ends in -?\d+ h$/,
    ],
    ['fails if another server answers', 404, NOW, LOCAL_CERTIFICATE, false, new RegExp(`${path} answers 404$`)],
  ])('%s', async (_what, answer, now, ca, ok, detail) => {
    status = answer;
    const found = await check(`https://localhost:${port}`, now, ca);
    expect(found).toMatchObject({ ok, detail: expect.stringMatching(detail) });
  });

  it('fails if no server answers, except in a trial', async () => {
    expect(await check('https://127.0.0.1:1', NOW)).toMatchObject({
      ok: false,
      detail: expect.stringContaining("127.0.0.1:1 can't be reached"),
    });
    expect(await check('https://console.localhost:1', NOW)).toMatchObject({ ok: true, skipped: true });
  });

  it('is skipped in development', async () => {
    expect(await check('http://localhost:8080', NOW)).toMatchObject({ ok: true, skipped: true });
  });
});

it('the public address must be https in production, and the console’s is skipped without a console', async () => {
  expect(await checkPublicUrl({ ...at('http://localhost:8080'), production: true }, NOW)).toMatchObject({ ok: false });
  expect(await checkConsoleUrl({ CONSOLE_URL: undefined }, NOW)).toMatchObject({ ok: true, skipped: true });
});

describe('the certificate', () => {
  const from = Date.parse('2026-11-01T00:00:00Z');
  const after = (hours: number): string => new Date(from + hours * 3_600_000).toUTCString();
  const found = (lifeHours: number, atHours: number, refusal?: string, authority = 'E8') => {
    const issuer = { C: '', ST: '', L: '', O: '', OU: '', CN: authority };
    const certificate = { issuer, valid_from: after(0), valid_to: after(lifeHours) };
    return judgeCertificate(new URL('https://awards.example'), certificate, refusal, new Date(after(atHours)));
  };

  // This test failed: Caddy's own certificates live for twelve hours, and "ended in 0 days".
  it('may end in two weeks, or in a sixth of a shorter life', () => {
    const day = 24;
    expect(found(90 * day, 75 * day)).toMatchObject({ ok: true, detail: expect.stringMatching(/good for 15 days$/) });
    expect(found(90 * day, 77 * day)).toMatchObject({ ok: false, detail: 'the certificate ends in 13 days' });
    expect(found(365 * day, 350 * day)).toMatchObject({ ok: true });
    expect(found(12, 9)).toMatchObject({ ok: true, detail: expect.stringMatching(/good for 3 h$/) });
    expect(found(12, 11)).toMatchObject({ ok: false, detail: 'the certificate ends in 1 h' });
  });

  it('of Caddy’s own authority is a task before going live, and any other that browsers refuse is a problem', () => {
    const refusal = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    const trial = found(12, 1, refusal, 'Caddy Local Authority - ECC Intermediate');
    expect(trial).toMatchObject({ ok: true, advice: expect.stringContaining('LAUREL_TLS') });
    expect(found(12, 1, refusal)).toMatchObject({ ok: false, detail: expect.stringContaining(refusal) });
  });
});

describe('the disk', () => {
  it('is measured at the folder, or its nearest existing parent', async () => {
    expect(await checkDisk(join(tmpdir(), 'not', 'there', 'yet'))).toMatchObject({
      detail: expect.stringMatching(/^[\d.]+ GB free at \S+ \(\d+ %\)$/),
    });
  });
});

describe('the free space of a disk', () => {
  const MB = 1024 ** 2;
  it.each([
    ['a gigabyte, a twentieth of the disk, is enough', 1024, 20_480, true],
    ['less than a gigabyte is too little, even half of the disk', 1023, 2_046, false],
    ['less than a twentieth is too little, even ten gigabytes', 10_240, 204_801, false],
    ['nothing is too little', 0, 20_480, false],
  ])('%s', (_, bavail, blocks, ok) => {
    expect(judgeDisk('/', { bavail, blocks, bsize: MB }).ok).toBe(ok);
  });
});

describe('the key of the public log', () => {
  const secrets = { JWT_SECRET: randomBytes(32).toString('base64'), DATA_KEY: randomBytes(32).toString('base64') };

  it('is reported as a task if it is missing', () => {
    expect(checkLogKey(readConfig(secrets))).toMatchObject({ ok: true, advice: expect.stringContaining('log_key') });
    const config = readConfig({ ...secrets, LOG_KEY: randomBytes(32).toString('base64') });
    expect(checkLogKey(config)).toEqual({ ok: true, detail: 'LOG_KEY signs the public log' });
  });

  it('must differ from the other keys', () => {
    const config = readConfig({ ...secrets, LOG_KEY: secrets.DATA_KEY });
    expect(checkSecrets({ ...config, production: true })).toMatchObject({
      ok: false,
      detail: 'LOG_KEY is the same as DATA_KEY',
    });
  });
});

describe('the secrets', () => {
  const production = (more: Record<string, string>) => ({
    ...readConfig({
      NODE_ENV: 'test',
      JWT_SECRET: randomBytes(32).toString('base64'),
      DATA_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: `postgres://app:${randomBytes(16).toString('hex')}@db/laurel`,
      ...more,
    }),
    production: true,
  });

  it('pass if each is random', () => {
    expect(checkSecrets(production({}))).toEqual({ ok: true, detail: '2 looked at' });
  });

  it('are named if they are weak or reused, and so are connections with a weak password', () => {
    const same = randomBytes(32).toString('base64');
    expect(checkSecrets(production({ JWT_SECRET: same, DATA_KEY: same }))).toMatchObject({
      ok: false,
      detail: 'DATA_KEY is the same as JWT_SECRET',
    });
    expect(checkSecrets(production({ SMS_WEBHOOK_SECRET: 'x'.repeat(40) }))).toMatchObject({ ok: false });
    const short = checkSecrets(production({ DATABASE_MIGRATE_URL: 'postgres://laurel:laurel@db/laurel' }));
    expect(short).toMatchObject({ detail: 'DATABASE_MIGRATE_URL has the user’s name as its password' });
    const of = (letters: number) =>
      checkSecrets(
        production({ DATABASE_URL: `postgres://app:${randomBytes(16).toString('hex').slice(0, letters)}@db/laurel` }),
      );
    expect(of(15)).toMatchObject({ detail: 'DATABASE_URL has a password of less than 16 characters' });
    expect(of(16)).toMatchObject({ ok: true });
  });
});
