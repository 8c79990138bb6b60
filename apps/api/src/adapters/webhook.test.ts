import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { deliveryFailure } from '@laurel/support/delivery-failure';
import { startTestQueue, type TestQueue } from '@laurel/support/queue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhook, isPublicAddress } from './webhook.ts';

const link = 'https://console.awards.example/suspicious';
const SECRET = 'the key of this webhook';
const received: { method: string | undefined; type: string | undefined; signature: unknown; body: string }[] = [];
let status = 200;
let url = '';
const server = createServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, async (request, response) => {
  const { method, headers } = request;
  const body = await text(request);
  received.push({ method, type: headers['content-type'], signature: headers['x-signature'], body });
  response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000));
});
/** The client, which may call this machine. */
const here = createWebhook({ isAllowed: () => true, ca: LOCAL_CERTIFICATE });
let queue: TestQueue;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://localhost:${(server.address() as AddressInfo).port}/hook?key=1`;
  queue = await startTestQueue(() => ({ webhook: here }));
});
afterAll(async () => {
  await queue.close();
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  received.length = 0;
  status = 200;
  return queue.asOwner('DELETE FROM messages');
});

const call = () => ({ url, secret: SECRET, body: '{}' });
const failureOf = (sending: Promise<unknown>) => deliveryFailure(sending, /hook\?|key=|localhost/);

describe('a webhook', () => {
  it('gets a signed POST of JSON, whose text says everything', async () => {
    const why = '38 of 41 people have phone numbers that stand in rows.';
    const message = { kind: 'cluster_alarm', name: 'Olena', likely: true, votes: 71, groups: 2, why, link } as const;
    for (const [language, said] of [
      ['en', message],
      ['uk', { ...message, likely: false, groups: 1 }],
    ] as const) {
      await queue.transact((tx) => queue.outbox.webhook(tx, { to: url, language, message: said, secret: SECRET }));
      await queue.jobs.drain();
    }
    const said = ['71 votes in 2 groups look bought', 'можливо, куплено голоси: 71'];
    expect(received.map(({ body }): unknown => JSON.parse(body))).toEqual(
      said.map((each) => ({
        id: expect.any(String),
        event: 'cluster_alarm',
        text: `Meridian Awards: ${each}. ${why} ${link}`,
        link,
      })),
    );
    for (const { method, type, signature, body } of received) {
      const expected = createHmac('sha256', SECRET).update(body).digest('hex');
      expect({ method, type, signature }).toEqual({ method: 'POST', type: 'application/json', signature: expected });
    }
  });

  it('that fails is called again by the queue', async () => {
    status = 500;
    const message = { kind: 'cluster_alarm', name: '', likely: true, votes: 41, groups: 1, why: '', link } as const;
    await queue.transact((tx) => queue.outbox.webhook(tx, { to: url, language: 'en', message, secret: SECRET }));
    await queue.jobs.drain();
    const state = async () => (await queue.asOwner('SELECT state, tries, problem FROM messages'))[0];
    expect(await state()).toEqual({ state: 'failed', tries: 1, problem: 'webhook: 500' });
    status = 204;
    await queue.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key IS NOT NULL');
    await queue.jobs.drain();
    expect(await state()).toMatchObject({ state: 'sent', tries: 2 });
  });

  it.each([302, 404, 429, 503, 400, 410])(
    'that answers %i has failed, for good if it refuses the message',
    async (answer) => {
      status = answer;
      const permanent = answer === 400 || answer === 410;
      expect(await failureOf(here(call()))).toMatchObject({ message: `webhook: ${answer}`, permanent });
      expect(received).toHaveLength(1);
    },
  );

  it('with a certificate that nobody trusts, with no server, or whose name leads to a private address gets nothing', async () => {
    const untrusting = createWebhook({ isAllowed: () => true });
    expect((await failureOf(untrusting(call()))).message).toMatch(/SELF_SIGNED/);
    const nobody = here({ ...call(), url: 'https://nobody.invalid/' });
    expect(await failureOf(nobody)).toMatchObject({ permanent: false });
    const real = createWebhook({ ca: LOCAL_CERTIFICATE });
    const refused = { message: 'webhook: no answer (PRIVATE_ADDRESS)', permanent: true };
    expect(await failureOf(real(call()))).toMatchObject(refused);
    expect(received).toEqual([]);
  });
});

const PRIVATE = `127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 :: ::1
  ::ffff:10.0.0.1 ::7f00:1 fe80::1 fc00::1 fec0::1 ff02::1 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 192.0.2.1 198.18.0.1`;
it('only addresses of the internet are public', () => {
  expect(PRIVATE.split(/\s+/).filter(isPublicAddress)).toEqual([]);
  const open = ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'];
  expect(open.filter(isPublicAddress)).toEqual(open);
});
