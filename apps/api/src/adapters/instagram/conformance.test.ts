import { holdLimits } from '@laurel/support/call-limits';
import type { Fault } from '@laurel/support/http-peer';
import {
  ACCESS_TOKEN,
  ACCOUNT_ID,
  deliver,
  messageEvent,
  notification,
  refusal,
} from '@laurel/support/instagram/graph-server';
import { SITE, setUpGraph } from '@laurel/support/instagram/setup';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPLIES } from './texts.ts';

const CODE = 'K7M4QX';
const ADA = '6543210';

let setup: Awaited<ReturnType<typeof setUpGraph>>;
beforeEach(async () => {
  setup = await setUpGraph();
  setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true });
  setup.awaiting.set('ada.lovelace', CODE);
});
afterEach(() => setup.close());

const send = (...events: unknown[]): Promise<Response> => deliver(setup.url, notification(...events));
const repliesCome = (count: number): Promise<boolean> =>
  until(`${count} replies`, () => setup.api.replies.length === count);

describe('a direct message', () => {
  it('verifies its sender if the code is right and the sender follows the account', async () => {
    const response = await send(messageEvent(ADA, `Hello, ${CODE}`));
    expect(response.status).toBe(200);
    await repliesCome(1);
    expect(setup.calls).toEqual([
      { senderId: ADA, senderUsername: 'ada.lovelace', text: `Hello, ${CODE}`, follows: true },
    ]);
    expect(setup.api.replies).toEqual([{ to: ADA, text: REPLIES.VERIFIED(SITE) }]);
  });

  it.each([
    [112, 112],
    [0, 0],
    [undefined, undefined],
    ['many', undefined],
    [-1, undefined],
  ])('verifies its sender with %s followers, and passes on %s', async (followers, passed) => {
    setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true, followers });
    await send(messageEvent(ADA, CODE));
    await repliesCome(1);
    expect(setup.calls[0]).toMatchObject({ follows: true, followers: passed });
    expect(setup.api.calls).toEqual(['profile', 'messages']);
  });

  it('asks to follow first, and verifies when the code is sent again (status RETRY)', async () => {
    setup.api.people.set(ADA, { username: 'ada.lovelace', follows: false });
    await send(messageEvent(ADA, CODE, { mid: 'first' }));
    await repliesCome(1);
    setup.api.people.set(ADA, { username: 'ada.lovelace', follows: true });
    await send(messageEvent(ADA, CODE, { mid: 'second' }));
    await repliesCome(2);
    expect(setup.api.replies.map(({ text }) => text)).toEqual([REPLIES.RETRY(SITE), REPLIES.VERIFIED(SITE)]);
  });

  it('answers a code from an unknown name, and ignores other messages', async () => {
    setup.api.people.set('111', { username: 'mallory', follows: true });
    await send(messageEvent('111', 'Good luck to all!'), messageEvent('111', CODE), messageEvent('111', 'thanks'));
    await until('every message to be handled', () => setup.calls.length === 3);
    // Waits for the replies.
    await setup.graph.stop();
    expect(setup.api.replies).toEqual([{ to: '111', text: REPLIES.UNKNOWN(SITE) }]);
    expect(setup.awaiting.has('ada.lovelace')).toBe(true);
  });

  it('answers a wrong code', async () => {
    await send(messageEvent(ADA, 'AAAAAA'));
    await repliesCome(1);
    expect(setup.api.replies).toEqual([{ to: ADA, text: REPLIES.WRONG_CODE(SITE) }]);
  });

  it('is handled once, even if Meta delivers it repeatedly', async () => {
    const event = messageEvent(ADA, CODE);
    await send(event, event);
    await Promise.all(Array.from({ length: 10 }, () => send(event)));
    await repliesCome(1);
    setup.api.people.set('222', { username: 'bob', follows: true });
    await send(messageEvent('222', 'AB12CD'));
    await repliesCome(2);
    expect(setup.calls.filter(({ senderUsername }) => senderUsername === 'ada.lovelace')).toHaveLength(1);
  });

  it('is handled in order with others of its sender, and concurrently with those of other senders', async () => {
    setup.api.people.set('333', { username: 'bob', follows: false });
    const limits = holdLimits();
    setup.api.fail('profile', 'silence');
    await send(messageEvent(ADA, 'AAAAAA'), messageEvent(ADA, CODE), messageEvent('333', 'AB12CD'));
    await repliesCome(1);
    expect(setup.api.replies).toMatchObject([{ to: '333' }]);
    limits.passFirst();
    await repliesCome(3);
    expect(setup.calls.filter(({ senderUsername }) => senderUsername !== 'bob').map(({ text }) => text)).toEqual([
      'AAAAAA',
      CODE,
    ]);
    expect(setup.api.replies.at(-1)).toMatchObject({ to: ADA, text: REPLIES.VERIFIED(SITE) });
  });
});

describe('an event other than a text message of a user', () => {
  it.each<[string, unknown]>([
    ['an echo of our own', messageEvent(ACCOUNT_ID, CODE, { is_echo: true })],
    ['a message of the account itself', messageEvent(ACCOUNT_ID, CODE)],
    ['a deleted message', messageEvent(ADA, CODE, { is_deleted: true })],
    ['a picture', { sender: { id: ADA }, message: { mid: 'm', attachments: [{ type: 'image' }] } }],
    ['a reaction', { sender: { id: ADA }, reaction: { mid: 'm', action: 'react' } }],
    ['a receipt', { sender: { id: ADA }, read: { mid: 'm' } }],
    ['a sender that is no number', messageEvent('../me', CODE)],
    ['nothing', null],
  ])('is ignored: %s', async (_name, event) => {
    expect((await send(event)).status).toBe(200);
    await setup.graph.stop();
    expect(setup.api.calls).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['of another product', { object: 'page', entry: [{ id: '1', messaging: [messageEvent(ADA, CODE)] }] }],
    ['of comments', { object: 'instagram', entry: [{ id: '1', changes: [{ field: 'comments', value: {} }] }] }],
  ])('is ignored: a notification %s', async (_name, content) => {
    expect((await deliver(setup.url, content)).status).toBe(200);
    await setup.graph.stop();
    expect(setup.api.calls).toEqual([]);
  });
});

describe('when Meta’s API fails', () => {
  it.each<[string, Fault, string]>([
    ['an error', { status: 500, body: '<html>' }, 'profile'],
    ['a cut connection', 'cut', 'profile'],
    ['too many calls', refusal(400, 613), 'profile'],
    ['too many requests', refusal(429, 4, { 'retry-after': '0' }), 'profile'],
    ['an error', refusal(503, 2), 'messages'],
    ['a cut connection', 'cut', 'messages'],
  ])('the sender is verified and gets a reply in the end after %s (%s, %s)', async (_name, fault, call) => {
    setup.api.fail(call, fault, 3);
    await send(messageEvent(ADA, CODE));
    await repliesCome(1);
    expect(setup.api.replies).toEqual([{ to: ADA, text: REPLIES.VERIFIED(SITE) }]);
    expect(setup.calls).toHaveLength(1);
    expect(setup.failures).toEqual([false, false, false]);
  });

  it('the sender is verified after three calls without an answer', async () => {
    const limits = holdLimits();
    setup.api.fail('profile', 'silence', 3);
    await send(messageEvent(ADA, CODE));
    for (const silences of [1, 2, 3]) {
      await until(`call ${silences} without an answer`, () => setup.api.silences() === silences);
      limits.passFirst();
    }
    await repliesCome(1);
    expect(setup.api.replies).toEqual([{ to: ADA, text: REPLIES.VERIFIED(SITE) }]);
    expect(setup.calls).toHaveLength(1);
    expect(setup.failures).toEqual([false, false, false]);
  });

  it('no message is lost during an outage of the database', async () => {
    setup.failWith(...Array.from({ length: 15 }, () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
    await send(messageEvent(ADA, CODE));
    await repliesCome(1);
    expect(setup.failures).toEqual([]);
  });

  it('a permanent error is reported, logged without personal data, and retried when the message is delivered again', async () => {
    setup.api.fail('profile', refusal(400, 190));
    await send(messageEvent(ADA, CODE));
    await until('a line in the log', () => setup.log.length === 1);
    expect(setup.failures).toEqual([true]);
    expect(setup.log[0]).toContain('profile 400 code 190');
    for (const secret of [ADA, CODE, ACCESS_TOKEN, 'ada.lovelace']) expect(setup.log[0]).not.toContain(secret);
    await send(messageEvent(ADA, CODE));
    await repliesCome(1);
  });

  it('a stop ends the retries during an outage of the database', async () => {
    setup.failWith(...Array.from({ length: 1_000 }, () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
    await send(messageEvent(ADA, CODE));
    await setup.graph.stop();
    expect(setup.calls).toEqual([]);
    expect(setup.log).toHaveLength(1);
  });

  it('a message is dropped after eleven failed tries', async () => {
    setup.api.fail('profile', { status: 500, body: {} }, 11);
    await send(messageEvent(ADA, CODE));
    await until('a line in the log', () => setup.log.length === 1);
    expect(setup.failures).toHaveLength(11);
    expect(setup.api.replies).toEqual([]);
  });

  it('a stop does not wait for a retry with a delay', async () => {
    // Meta asks for a delay longer than the limit of the test.
    setup.api.fail('profile', refusal(429, 4, { 'retry-after': '600' }), 50);
    await send(messageEvent(ADA, CODE));
    await until('a failure', () => setup.failures.length > 0);
    await setup.graph.stop();
    expect((await send(messageEvent(ADA, CODE))).status).toBe(503);
  });

  it('a stop does not wait for an answer that does not come', async () => {
    await setup.close();
    setup = await setUpGraph({ graceMs: 20 });
    setup.api.fail('profile', 'silence', 50);
    await send(messageEvent(ADA, CODE));
    await until('a call without an answer', () => setup.api.silences() === 1);
    await setup.graph.stop();
    expect((await send(messageEvent(ADA, CODE))).status).toBe(503);
  });
});
