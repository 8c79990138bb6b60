import { inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { startTestApi } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { latestCode } from '@laurel/support/inbox';
import { PRODUCTION } from '@laurel/support/production';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const refusal = z.object({ metadata: z.object({ fields: z.record(z.string(), z.string()) }) });
const fieldsOf = (answer: unknown): string[] => Object.keys(refusal.parse(answer).metadata.fields);

type Play = { path: string; body: unknown; field: string };

describe('the development tools', () => {
  const api = useTestApi();

  const get = (url: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
    api.app.inject({ method: 'GET', url, ...options });
  const post = (url: string, payload: object | string | undefined, remoteAddress = '127.0.0.1') =>
    api.app.inject({ method: 'POST', url, remoteAddress, ...(payload === undefined ? {} : { payload }) });
  const mailTo = (to: string, code: string, name = 'Ada') =>
    api.deps.transact((tx) =>
      api.deps.outbox.mail(tx, { to, language: 'en', message: { kind: 'email_code', name, code } }),
    );

  it('lists sent messages, newest first, by the contract', async () => {
    await mailTo('first@example.org', '111111');
    await mailTo('second@example.org', '222222');
    expect(await latestCode(api.deps, 'second@example.org')).toBe('222222');

    const response = await get('/dev/inbox.json');
    const messages = z.array(z.strictObject(inboxMessageSchema.shape)).parse(response.json());
    expect(messages.slice(0, 2).map(({ to }) => to)).toEqual(['second@example.org', 'first@example.org']);
    expect(messages[0]).toMatchObject({
      channel: 'email',
      subject: 'Your Meridian Awards confirmation code',
      createdAt: api.clock.now().toISOString(),
    });
    expect(messages[0]?.text).toContain('222222');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('shows a mail without scripts or requests', async () => {
    await mailTo('html@example.org', '333333', '<script>alert(1)</script>');
    await api.deps.jobs.drain();
    const [message] = z.array(inboxMessageSchema).parse((await get('/dev/inbox.json')).json());
    const response = await get(`/dev/mail/${message?.id}`);
    expect(response.body).toContain('333333');
    expect(response.body).not.toContain('<script');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox$/);
    expect(policy).not.toContain('script-src');
    expect((await get('/dev/mail/nothing')).statusCode).toBe(404);
  });

  it.each(['/dev/inbox', '/dev/telegram?start=abc'])('serves %s without inline scripts or styles', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
    const files = [...response.body.matchAll(/(?:src|href)="(\/dev\/[^"]+\.(?:js|css))"/g)].map(
      ([, file = '']) => file,
    );
    expect(files).toEqual(['/dev/dev.css', '/dev/dev.js']);
    for (const file of files) expect((await get(file)).statusCode).toBe(200);
  });

  it('answers 404 to sockets of other machines', async () => {
    for (const remoteAddress of ['192.0.2.7', '10.0.0.4', '2001:db8::1', '::ffff:192.0.2.7', '0.0.0.0']) {
      for (const url of ['/dev/inbox', '/dev/inbox.json', '/dev/telegram?start=a', '/dev/dev.js', '/dev/clock']) {
        expect((await get(url, { remoteAddress })).statusCode).toBe(404);
      }
      const before = api.deps.clock.now();
      expect((await post('/dev/clock', { advanceMs: 60_000 }, remoteAddress)).statusCode).toBe(404);
      expect((await post('/dev/telegram', {}, remoteAddress)).statusCode).toBe(404);
      expect(api.deps.clock.now()).toEqual(before);
    }
    for (const remoteAddress of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
      expect((await get('/dev/inbox.json', { remoteAddress })).statusCode).toBe(200);
    }
  });

  it.each(['localhost', 'localhost:8080', 'LOCALHOST:8080', '127.0.0.1:8080', '127.8.9.1', '[::1]:8080'])(
    'answers the Host %s',
    async (host) => {
      expect((await get('/dev/inbox.json', { headers: { host } })).statusCode).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '0.0.0.0',
    '[::]',
    '192.168.0.7:8080',
    'awards.example@localhost.example',
    'local host',
  ])('answers 404 for the Host %s, because of DNS rebinding', async (host) => {
    const before = api.deps.clock.now();
    const headers = { host };
    for (const url of ['/dev/inbox', '/dev/inbox.json', '/dev/telegram?start=a', '/dev/dev.js', '/dev/clock']) {
      expect((await get(url, { headers })).statusCode).toBe(404);
    }
    const moved = await api.app.inject({ method: 'POST', url: '/dev/clock', headers, payload: { advanceMs: 60_000 } });
    expect(moved.statusCode).toBe(404);
    expect(api.deps.clock.now()).toEqual(before);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
  ])('answers 404 through a proxy on this machine, which sends %s', async (name, value) => {
    expect((await get('/dev/inbox.json', { headers: { [name]: value } })).statusCode).toBe(404);
  });

  it('moves the application clock', async () => {
    const before = api.deps.clock.now().getTime();
    const response = await post('/dev/clock', { advanceMs: 90_000 });
    expect(response.json()).toEqual({ success: true, data: { now: new Date(before + 90_000).toISOString() } });
    expect(api.clock.now().getTime()).toBe(before + 90_000);
    expect((await get('/dev/clock')).json()).toEqual(response.json());
  });

  const bad: Play[] = [
    { path: '/dev/clock', body: { advanceMs: 'soon' }, field: 'advanceMs' },
    { path: '/dev/clock', body: { advanceMs: 1e17 }, field: 'advanceMs' },
    { path: '/dev/telegram', body: { code: 'x', telegramUserId: -4, member: true }, field: 'telegramUserId' },
    { path: '/dev/telegram', body: { code: 'unknown', telegramUserId: 5, member: true }, field: 'code' },
    { path: '/dev/instagram', body: { identifier: 'unknown', approved: true }, field: 'identifier' },
  ];
  it.each(bad)('names the field of invalid input: $path $body', async ({ path, body, field }) => {
    const before = api.deps.clock.now();
    const response = await post(path, z.record(z.string(), z.unknown()).parse(body));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, code: 'request.invalid' });
    expect(fieldsOf(response.json())).toEqual([field]);
    expect(api.deps.clock.now()).toEqual(before);
  });
});

describe('the development tools in production', () => {
  it('do not exist', async () => {
    const api = await startTestApi(PRODUCTION);
    expect(api.deps.inbox).toBeUndefined();
    for (const url of ['/dev/inbox', '/dev/inbox.json', '/dev/telegram?start=a', '/dev/dev.js', '/dev/clock']) {
      expect((await api.app.inject({ url })).statusCode).toBe(404);
    }
    const payload = { advanceMs: 60_000 };
    expect((await api.app.inject({ method: 'POST', url: '/dev/clock', payload })).statusCode).toBe(404);
    await api.close();
  });
});
