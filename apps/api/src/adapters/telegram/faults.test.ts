import type { Fault } from '@laurel/support/http-peer';
import { BOT_TOKEN, refusal, startBotApi } from '@laurel/support/telegram/bot-api';
import {
  type BotSetup,
  CALL_MS,
  type Mode,
  messageTo,
  pressButton,
  setUpBot,
  untilListening,
} from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BOT_TEXTS } from './texts.ts';

const CODE = 'Zx9_k3Qv-7aPmN2rT5wYbA';
const MASKED = 'a••@e•••.org';
const ADA = { id: 7_654_321, language: 'en' };
const { en } = BOT_TEXTS;

const down = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
/** Fakes the timer with which grammY limits a call. */
const holdClock = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};
const badGateway: Fault = { status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } };

describe.each<Mode>(['polling', 'webhook'])('the Telegram bot by %s, when things fail', (mode) => {
  let setup: BotSetup;
  beforeEach(async () => {
    setup = await setUpBot({ mode });
    await untilListening(setup);
    setup.links.set(CODE, { maskedEmail: MASKED, language: 'en' });
    setup.api.statuses.set(ADA.id, 'member');
  });
  afterEach(() => setup.close());

  it.each<[string, Fault]>([
    ['an error of Telegram', refusal(500, 'Internal Server Error')],
    ['too many calls', refusal(429, 'Too Many Requests: retry after 0', { retry_after: 0 })],
    ['a page instead of JSON', badGateway],
    ['a cut connection', 'cut'],
  ])('asks the question after two failures of sendMessage: %s', async (_name, fault) => {
    const { api, failures } = setup;
    api.fail('sendMessage', fault, 2);
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(en.ask('Meridian', MASKED));
    expect(api.faultsLeft()).toBe(0);
    expect(failures).toEqual([false, false]);
  });

  it('asks the question after two calls of sendMessage without an answer', async () => {
    const { api, failures } = setup;
    holdClock();
    api.fail('sendMessage', 'silence', 2);
    api.say(ADA, `/start ${CODE}`);
    for (const silences of [1, 2]) {
      await until(`call ${silences} without an answer`, () => api.silences() === silences);
      await vi.advanceTimersByTimeAsync(CALL_MS);
    }
    expect((await messageTo(api, ADA)).text).toBe(en.ask('Meridian', MASKED));
    expect(api.faultsLeft()).toBe(0);
    expect(failures).toEqual([false, false]);
  });

  it('never sends its token to another host', async () => {
    const { api } = setup;
    const elsewhere = await startBotApi();
    for (const status of [302, 307]) {
      api.fail('sendMessage', {
        status,
        body: '',
        headers: { location: `${elsewhere.origin}/bot${BOT_TOKEN}/sendMessage` },
      });
    }
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(en.ask('Meridian', MASKED));
    expect(api.faultsLeft()).toBe(0);
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.close();
  });

  it.each(['getChatMember', 'editMessageText', 'answerCallbackQuery'])(
    'completes a confirmation after two failures of %s',
    async (method) => {
      const { api, of } = setup;
      api.say(ADA, `/start ${CODE}`);
      const message = await messageTo(api, ADA);
      api.fail(method, 'cut', 2);
      pressButton(api, ADA, message);
      await until('the message to change', () => message.text === en.verified('https://vote.example'));
      await until('every update to be handled', () => api.queue.pending === 0);
      expect(api.faultsLeft()).toBe(0);
      expect(of('confirmTelegram').every(({ isMember }) => isMember === true)).toBe(true);
      expect(api.chatOf(ADA.id)).toHaveLength(1);
    },
  );

  it('loses no change of membership during an outage of the database', async () => {
    const { api, of, failWith, failures, calls } = setup;
    failWith(...Array.from({ length: 9 }, down));
    api.setMember(ADA, 'left');
    await until('the change of membership', () => of('membershipChanged').length === 1);
    expect(calls).toEqual([{ call: 'membershipChanged', telegramUserId: String(ADA.id), isMember: false }]);
    expect(failures).toEqual([]);
  });

  it('loses no message during an outage of the database, even after more tries than allowed messages', async () => {
    const { api, of, failWith } = setup;
    failWith(...Array.from({ length: 25 }, down));
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(en.ask('Meridian', MASKED));
    expect(of('startTelegram')).toHaveLength(1);
  });

  it('reports an internal error to the user, continues with others, and logs no personal data', async () => {
    const { api, failWith, log } = setup;
    const bob = { id: 8_765_432 };
    failWith(Object.assign(new TypeError(`a mistake about ${MASKED}`), { code: 'P2010' }));
    api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(api, ADA)).text).toBe(en.failure);
    api.say(bob, `/start ${CODE}`);
    expect((await messageTo(api, bob)).text).toBe(en.ask('Meridian', MASKED));

    api.fail('sendMessage', 'cut');
    api.fail('sendMessage', refusal(500, 'Internal Server Error'));
    api.say(bob, `/start ${CODE}`);
    await messageTo(api, bob, 2);
    const logged = log.join('');
    expect(logged).toMatch(/TypeError P2010 at .*faults\.test/);
    expect(logged).toContain('sendMessage');
    for (const secret of [BOT_TOKEN, MASKED, CODE, String(ADA.id), String(bob.id), 'Ada']) {
      expect(logged).not.toContain(secret);
    }
  });
});

describe.each<Mode>(['polling', 'webhook'])('the Telegram bot by %s, at its start', (mode) => {
  it('starts without Telegram, answers link requests with an error, and recovers', async () => {
    const api = await startBotApi();
    api.fail('getMe', 'cut');
    api.fail('getMe', 'silence');
    api.fail('getMe', badGateway);
    api.fail('getMe', refusal(429, 'Too Many Requests', { retry_after: 0 }));
    holdClock();
    const setup = await setUpBot({ mode, api });
    expect(() => setup.linkFor(CODE)).toThrow(
      expect.objectContaining({ code: 'server.unavailable', status: 503, retryAfterSeconds: 5 }),
    );
    await until('the call without an answer', () => api.silences() === 1);
    await vi.advanceTimersByTimeAsync(CALL_MS);
    await untilListening(setup);
    expect(setup.linkFor(CODE)).toBe(`https://t.me/laurel_test_bot?start=${CODE}`);
    expect(setup.failures).toEqual([false, false, false, false]);
    await setup.close();
    await api.close();
  });

  it('reports a wrong token as a permanent failure, and keeps retrying', async () => {
    const api = await startBotApi();
    const setup = await setUpBot({ mode, api, options: { token: '4242:another' } });
    await until('two failures', () => setup.failures.length >= 2);
    expect(new Set(setup.failures)).toEqual(new Set([true]));
    expect(setup.log.join('')).toContain('Unauthorized');
    expect(() => setup.linkFor(CODE)).toThrow('The service is busy');
    await setup.close();
    await api.close();
  });

  it('reports that it is not an administrator of the channel', async () => {
    const api = await startBotApi();
    api.statuses.set(4242, 'left');
    const setup = await setUpBot({ mode, api });
    await untilListening(setup);
    expect(setup.failures).toEqual([true]);
    expect(setup.log.join('')).toContain('must be an administrator');
    await setup.close();
    await api.close();
  });

  it('checks its rights again after a temporary failure, and does not report them as missing', async () => {
    const api = await startBotApi();
    api.fail('getChatMember', refusal(500, 'Internal Server Error'));
    api.fail('getChatMember', 'cut');
    const setup = await setUpBot({ mode, api });
    await untilListening(setup);
    expect(api.faultsLeft()).toBe(0);
    expect(setup.failures).toEqual([false, false]);
    expect(setup.log.join('')).not.toContain('must be an administrator');
    await setup.close();
    await api.close();
  });

  it('stops at once while Telegram does not answer', async () => {
    const api = await startBotApi();
    api.fail('getMe', 'silence');
    // Longer than the limit of the test.
    const timing = { callMs: 600_000, graceMs: 600_000 };
    const setup = await setUpBot({ mode, api, options: { timing } });
    await until('the failing calls', () => api.faultsLeft() === 0);
    await setup.close();
    expect(setup.failures).toEqual([]);
    await api.close();
  });
});
