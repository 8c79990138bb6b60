import { refusal, startBotApi } from '@laurel/support/telegram/bot-api';
import { type BotSetup, CALL_MS, messageTo, setUpBot, untilListening } from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BOT_TEXTS } from './texts.ts';

const CODE = 'Zx9_k3Qv-7aPmN2rT5wYbA';
const ADA = { id: 7_654_321 };
const question = BOT_TEXTS.en.ask('Meridian', 'a••@e•••.org');

describe('polling', () => {
  let api: Awaited<ReturnType<typeof startBotApi>>;
  let setup: BotSetup;
  const begin = async (): Promise<void> => {
    setup = await setUpBot({ mode: 'polling', api });
    setup.links.set(CODE, { maskedEmail: 'a••@e•••.org', language: 'en' });
    await untilListening(setup);
  };
  beforeEach(async () => {
    api = await startBotApi();
    await begin();
  });
  afterEach(async () => {
    await setup.close();
    await api.close();
  });

  it('requests changes of membership explicitly', () => {
    expect(api.queue.allowed).toEqual(['message', 'callback_query', 'chat_member']);
  });

  it.each([
    ['a cut connection', 'cut'],
    ['an error', refusal(500, 'Internal Server Error')],
    ['a page', { status: 200, body: '<html>' }],
    ['an answer that is no list', { status: 200, body: { ok: true, result: { a: 1 } } }],
    ['updates without a number', { status: 200, body: { ok: true, result: [null, {}] } }],
    ['too many calls', refusal(429, 'Too Many Requests', { retry_after: 0 })],
    ['another poller', refusal(409, 'Conflict: terminated by other getUpdates request')],
  ] as const)('continues after %s', async (_name, fault) => {
    api.fail('getUpdates', fault, 3);
    api.say(ADA, '/help');
    await until('the failing calls', () => api.faultsLeft() === 0);
    api.say(ADA, `/start ${CODE}`);
    await until('the question', () => api.chatOf(ADA.id).at(-1)?.text === question);
  });

  it('times out on a server that holds a request too long, and polls again', async () => {
    await setup.close();
    // Only the timer with which grammY limits a call.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const timing = { callMs: CALL_MS, holdSeconds: CALL_MS / 1_000, backoff: { firstMs: 5, mostMs: 20 } };
    api.fail('getUpdates', 'silence', 2);
    const silentBefore = api.silences();
    setup = await setUpBot({ mode: 'polling', api, options: { timing } });
    setup.links.set(CODE, { maskedEmail: 'a••@e•••.org', language: 'en' });
    for (const silences of [1, 2]) {
      await until(`call ${silences} without an answer`, () => api.silences() === silentBefore + silences);
      await vi.advanceTimersByTimeAsync(2 * CALL_MS);
    }
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(question);
    expect(setup.failures).toContain(false);
  });

  it('deletes a webhook that prevents polling', async () => {
    api.queue.setWebhook({ url: 'http://127.0.0.1:9/gone', secret: 'x' }, ['message']);
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(question);
    expect(api.queue.webhook).toBeUndefined();
  });

  it('handles each update once, and confirms the last ones when it stops', async () => {
    for (let count = 0; count < 10; count += 1) api.say({ id: count }, `/start ${CODE}`);
    await until('every link to be opened', () => setup.of('startTelegram').length === 10);
    await setup.close();
    expect(api.queue.pending).toBe(0);
    const before = setup.calls.length;
    await begin();
    api.say(ADA, `/start ${CODE}`);
    await messageTo(api, ADA);
    expect(before).toBe(10);
    expect(setup.calls).toHaveLength(1);
  });

  it('leaves an update that a stop interrupted to the next poller', async () => {
    setup.failWith(...Array.from({ length: 1000 }, () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
    api.setMember(ADA, 'left');
    await until('the outage of the database in the log', () => setup.log.join('').includes('the database is away'));
    await setup.close();
    expect(api.queue.pending).toBe(1);
    await begin();
    await until('the change of membership', () => setup.of('membershipChanged').length === 1);
    await until('every update to be handled', () => api.queue.pending === 0);
  });

  it('drops an update after six failed tries', async () => {
    api.fail('sendMessage', refusal(500, 'Internal Server Error'), 6);
    api.say(ADA, `/start ${CODE}`);
    await until('every update to be handled', () => api.queue.pending === 0);
    expect(api.chatOf(ADA.id)).toEqual([]);
    expect(setup.log.filter((line) => line.includes('"final":true'))).toHaveLength(1);
  });

  describe('does not delay updates of one user by those of another', () => {
    const BOB = { id: 2 };
    const waitLong = async (): Promise<void> => {
      await setup.close();
      // A call without an answer lasts longer than the test; a stop does not wait for it.
      const timing = { callMs: CALL_MS, holdSeconds: 1, backoff: { firstMs: 5, mostMs: 40 }, graceMs: 50 };
      setup = await setUpBot({ mode: 'polling', api, options: { timing } });
      setup.links.set(CODE, { maskedEmail: 'a••@e•••.org', language: 'en' });
    };

    it('that came with them', async () => {
      await waitLong();
      api.fail('sendMessage', 'silence');
      api.say(ADA, '/help');
      api.say(BOB, `/start ${CODE}`);
      await until('the answer to one of them', () => api.chatOf(ADA.id).length + api.chatOf(BOB.id).length === 1);
      expect(api.faultsLeft()).toBe(0);
    });

    it.each([
      ['has no answer yet', 'silence'],
      ['must wait', refusal(429, 'Too Many Requests: retry after 600', { retry_after: 600 })],
    ] as const)('that came earlier and whose answer %s, nor confirms those', async (_name, fault) => {
      await waitLong();
      api.fail('sendMessage', fault);
      api.say(ADA, `/start ${CODE}`);
      await until('the failing calls', () => api.faultsLeft() === 0);
      for (const text of [`/start ${CODE}`, '/help']) {
        const count = api.chatOf(BOB.id).length + 1;
        api.say(BOB, text);
        await messageTo(api, BOB, count);
      }
      expect(api.chatOf(ADA.id)).toEqual([]);
      expect(api.queue.pending).toBe(3);
      expect(setup.of('startTelegram')).toHaveLength(2);
      // The next poller receives the one that was interrupted.
      await setup.close();
      await begin();
      expect((await messageTo(api, ADA)).text).toBe(question);
      await until('every update to be handled', () => api.queue.pending === 0);
    });
  });
});
