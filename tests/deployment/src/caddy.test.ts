import { META_BODY_LIMIT } from '@laurel/api/adapters/signed-webhook';
import { TELEGRAM_BODY_LIMIT, webhookOf } from '@laurel/api/adapters/telegram/webhook';
import { BODY_LIMIT } from '@laurel/api/app';
import { OBJECTION_PATH } from '@laurel/api/features/decisions/objection-page.policy';
import { FORM_BYTES } from '@laurel/api/features/decisions/routes';
import { failureSchema } from '@laurel/contracts/envelope';
import { ERRORS } from '@laurel/contracts/errors';
import { freePort } from '@laurel/database/free-port';
import { type Caddy, startCaddy } from '@laurel/support/caddy';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { sign } from '@laurel/support/instagram/graph-server';
import { exchange, statusIn } from '@laurel/support/raw-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, post } from './posts.ts';

/** Caddy's own responses have the same protective headers as Laurel's (SECURITY_HEADERS). */
const expectGuarded = ({ headers }: Response): void => {
  const policy = headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer']);
};

const TOKEN = '4242:a-token-of-a-test';
const APP_SECRET = 'an app secret of a test';

describe('Caddy in front of Laurel', () => {
  let caddy: Caddy;
  const api = useTestApi({
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_CHANNEL: '@awards',
    TELEGRAM_MODE: 'webhook',
    INSTAGRAM_PROVIDER: 'graph',
    INSTAGRAM_ACCESS_TOKEN: 'an access token of a test',
    INSTAGRAM_APP_SECRET: APP_SECRET,
    INSTAGRAM_VERIFY_TOKEN: 'a verify token of a test',
  });
  beforeAll(async () => {
    caddy = await startCaddy(await serve(api));
  });
  afterAll(async () => {
    await caddy?.stop();
  });

  const webhook = webhookOf(TOKEN, '');
  it.each([
    ['/api/users/login', BODY_LIMIT, () => ({})],
    [webhook.url, TELEGRAM_BODY_LIMIT, () => ({ 'x-telegram-bot-api-secret-token': webhook.secret })],
    ['/api/instagram/webhook', META_BODY_LIMIT, (body: string) => ({ 'x-hub-signature-256': sign(body, APP_SECRET) })],
  ])('%s accepts a body of %i octets, and rejects one more', async (path, limit, headersFor) => {
    const send = (body: string, streamed: boolean): Promise<Response> =>
      post(`http://127.0.0.1:${caddy.port}${path}`, body, streamed, headersFor(body));
    for (const streamed of [false, true]) {
      const taken = await send(jsonOf(limit), streamed);
      // The body was read to its end, and lacks the fields of the route.
      expect([taken.status, failureSchema.parse(await taken.json()).code]).toEqual([400, 'request.invalid']);
      // Repeated, because Laurel may close the connection while Caddy still writes the body.
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const refused = await send(jsonOf(limit + 1), streamed);
        expectGuarded(refused);
        expect([refused.status, failureSchema.parse(await refused.json()).code]).toEqual([413, 'request.too_large']);
      }
    }
  });

  it('accepts an objection of 2,000 letters of any script', async () => {
    const body = new URLSearchParams({ token: 'none', text: 'ქ'.repeat(2_000) });
    expect(String(body).length).toBeGreaterThan(BODY_LIMIT);
    const answer = await fetch(`http://127.0.0.1:${caddy.port}${OBJECTION_PATH}`, { method: 'POST', body });
    // The form was read to its end: Laurel knows no such link.
    expect([answer.status, answer.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    const over = new URLSearchParams({ token: 'none', text: 'x'.repeat(FORM_BYTES) });
    expect(
      (await fetch(`http://127.0.0.1:${caddy.port}${OBJECTION_PATH}`, { method: 'POST', body: over })).status,
    ).toBe(413);
  });

  it.each(['/readyz', '/livez', '/metrics', '/dev', '/dev/inbox'])('%s is hidden in every encoding', async (path) => {
    const spellings = [
      path,
      `${path}?x`,
      `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
      `/./${path.slice(1)}`,
    ];
    for (const spelling of [...spellings, `/api/..${path}`, `/${path}`, `http://127.0.0.1${path}`]) {
      const asked = `GET ${spelling} HTTP/1.1\r\nHost: 127.0.0.1:${caddy.port}\r\nConnection: close\r\n\r\n`;
      const { text } = await exchange(caddy.port, asked);
      expect([spelling, statusIn(text)], text).toEqual([spelling, expect.toSatisfy((status) => status >= 300)]);
      expect(text, spelling).not.toMatch(/"ready"|"live"|laurel_|inbox/);
    }
    expectGuarded(await fetch(`http://127.0.0.1:${caddy.port}${path}`));
    // Laurel itself answers them: the container's health check and Prometheus bypass Caddy.
    if (!path.startsWith('/dev')) expect((await api.app.inject(path)).statusCode).not.toBe(404);
  });
});

describe('Caddy with no Laurel behind it', () => {
  let caddy: Caddy;
  beforeAll(async () => {
    caddy = await startCaddy(await freePort(), { waits: '100ms' });
  });
  afterAll(() => caddy?.stop());

  it('returns a page in both languages that says when to come back', async () => {
    for (const path of ['/', '/some/old/link', '/share/card.png']) {
      const answer = await fetch(`http://127.0.0.1:${caddy.port}${path}`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      expectGuarded(answer);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
      expect(answer.headers.get('server')).toBeNull();
      const page = await answer.text();
      expect(page).toMatch(/<section lang="en">[\s\S]*30 seconds[\s\S]*<section lang="uk">[\s\S]*30 секунд/);
      // It needs no other file: nothing else can be fetched while the site is down.
      expect(page).not.toMatch(/\bsrc=|\bhref=|url\(/);
    }
  });

  it.each([
    ['GET', '/api/edition'],
    ['POST', '/api/vote'],
  ])('answers %s %s with an error in Laurel’s format', async (method, path) => {
    const answer = await fetch(`http://127.0.0.1:${caddy.port}${path}`, {
      method,
      ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    });
    const { status, message } = ERRORS['server.unavailable'];
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '30']);
    expectGuarded(answer);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(failureSchema.strict().parse(await answer.json())).toEqual({
      success: false,
      code: 'server.unavailable',
      codes: ['server.unavailable'],
      message,
      errors: [message],
    });
  });
});
