import { bindShortWords } from '@laurel/contracts/typography';
import { deliver, messageEvent, notification, sign } from '@laurel/support/instagram/graph-server';
import { setUpGraph, VERIFY_TOKEN } from '@laurel/support/instagram/setup';
import { until } from '@laurel/support/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLIES, replyTo } from './texts.ts';

const ADA = '6543210';
const content = notification(messageEvent(ADA, 'K7M4QX'));

let setup: Awaited<ReturnType<typeof setUpGraph>>;
beforeAll(async () => {
  setup = await setUpGraph();
  setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true });
});
afterAll(() => setup.close());

describe('the verification request of Meta', () => {
  const question = (change: Record<string, string>): Promise<Response> => {
    const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY_TOKEN, 'hub.challenge': '1158201444' };
    return fetch(`${setup.url}?${new URLSearchParams({ ...asked, ...change })}`);
  };

  it('is answered with its challenge if the verify token is right', async () => {
    const response = await question({});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('1158201444');
  });

  it.each([
    ['another token', { 'hub.verify_token': `${VERIFY_TOKEN}x` }, 403],
    ['no token', { 'hub.verify_token': '' }, 403],
    ['another mode', { 'hub.mode': 'unsubscribe' }, 400],
    ['markup as its challenge', { 'hub.challenge': '<script>' }, 400],
  ])('is refused with %s', async (_name, change, status) => {
    const response = await question(change);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('<script>');
  });

  it('is rejected without parameters', async () => {
    expect((await fetch(setup.url)).status).toBe(400);
  });
});

describe('a notification', () => {
  const text = JSON.stringify(content);

  it.each<[string, string | null]>([
    ['none', null],
    ['an empty one', ''],
    ['one under another secret', sign(text, 'another secret')],
    ['one of another body', sign(`${text} `)],
    ['one without its name', sign(text).slice('sha256='.length)],
    ['one in capitals', sign(text).toUpperCase()],
    ['one cut short', sign(text).slice(0, -1)],
  ])('is refused when its signature is %s, and nothing is done', async (_name, signature) => {
    expect((await deliver(setup.url, text, { signature })).status).toBe(401);
    expect(setup.api.calls).toEqual([]);
  });

  it('is verified by its original octets, with any whitespace and escapes', async () => {
    const spaced = JSON.stringify(content, null, 3).replaceAll('K7M4QX', '\\u004b7M4QX');
    const response = await deliver(setup.url, spaced);
    expect([response.status, await response.text()]).toEqual([200, 'EVENT_RECEIVED']);
    await until('the message to be handled', () => setup.calls.length === 1);
    expect(setup.calls[0]).toMatchObject({ text: 'K7M4QX' });
  });

  it.each(['', '{', '[]', '"text"', '{"object":"instagram"}', '{"object":"instagram","entry":{}}', '\u0000'])(
    'is rejected with 400 when its body is %j',
    async (body) => {
      const response = await deliver(setup.url, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^request\./) });
    },
  );

  it('is limited in size, and must be JSON', async () => {
    const large = notification(messageEvent(ADA, 'x'.repeat(600_000)));
    expect((await deliver(setup.url, large)).status).toBe(413);
    const form = await fetch(setup.url, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(form.status).toBe(415);
  });

  it('does not change how other routes parse JSON', async () => {
    const response = await fetch(`${setup.origin}/api/other`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ body: { a: 1 } });
  });
});

describe('the replies', () => {
  it('are in both languages, without exclamation marks, and at most 1000 octets', () => {
    for (const reply of Object.values(REPLIES)) {
      const output = reply('https://a-rather-long-name-of-a-site.vote.example.org');
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1000);
      expect(output).toMatch(/^[A-Z][^\n]+\n\n[А-ЯІЇЄҐ][^\n]+$/u);
      expect(output).not.toContain('!');
      expect(bindShortWords(output)).toBe(output);
    }
  });

  it.each([
    ['K7M4QX', true],
    [' k7m4qx ', true],
    ['ABCDEF', true],
    ['thanks', false],
    ['Thanks', false],
    ['Good luck to all', false],
    ['12345', false],
  ])('to an unknown sender come only after a text that may be a code: %s', (text, isAnswered) => {
    expect(replyTo('UNKNOWN', text, '') !== undefined).toBe(isAnswered);
  });
});
