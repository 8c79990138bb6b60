import { type MemberStatus, refusal } from '@laurel/support/telegram/bot-api';
import {
  type BotSetup,
  BRAND,
  type Mode,
  messageTo,
  pressButton,
  setUpBot,
  untilListening,
} from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOT_TEXTS } from './texts.ts';

const CODE = 'Zx9_k3Qv-7aPmN2rT5wYbA';
const MASKED = 'a••@e•••.org';
const { en, uk } = BOT_TEXTS;

let nextId = 70_000;
/** A new Telegram user, without a language by default. */
const person = (language?: string) => ({ id: nextId++, ...(language === undefined ? {} : { language }) });

describe.each<Mode>(['polling', 'webhook'])('the Telegram bot by %s', (mode) => {
  let setup: BotSetup;
  beforeEach(async () => {
    setup = await setUpBot({ mode });
    await untilListening(setup);
    setup.links.set(CODE, { maskedEmail: MASKED, language: 'en' });
  });
  afterEach(() => setup.close());

  const open = async (user: { id: number }, code = CODE) => {
    setup.api.say(user, `/start ${code}`);
    return messageTo(setup.api, user);
  };

  it('SO-09 names the requesting account, and verifies a member only after confirmation', async () => {
    const { api, of } = setup;
    const ada = person();
    api.setMember(ada, 'member');
    const question = await open(ada);
    expect(question.text).toBe(en.ask('Meridian', MASKED));
    expect(question.text).toContain(MASKED);
    expect(question.buttons).toEqual([{ text: en.confirm, data: `c:${CODE}` }]);
    expect(of('confirmTelegram')).toEqual([]);

    pressButton(api, ada, question);
    await until('the message to change', () => question.text === en.verified(BRAND.siteUrl));
    expect(question.buttons).toEqual([]);
    expect(of('confirmTelegram')).toEqual([
      { call: 'confirmTelegram', code: CODE, telegramUserId: String(ada.id), isMember: true },
    ]);
    expect(api.openPresses.size).toBe(0);
  });

  it('SO-09 asks a non-member to subscribe, and checks again (status RETRY)', async () => {
    const { api, of } = setup;
    const ada = person();
    const message = await open(ada);
    pressButton(api, ada, message);
    await until('the message to change', () => message.text === en.notSubscribed);
    expect(message.buttons).toEqual([
      { text: en.subscribe, url: 'https://t.me/laurel_awards' },
      { text: en.checkAgain, data: `c:${CODE}` },
    ]);

    pressButton(api, ada, message);
    await until('two notes', () => api.notes.length === 2);
    expect(api.notes).toEqual([en.notSubscribedYet, en.notSubscribedYet]);

    api.setMember(ada, 'member');
    pressButton(api, ada, message);
    await until('the message to change', () => message.text === en.verified(BRAND.siteUrl));
    expect(of('confirmTelegram').map(({ isMember }) => isMember)).toEqual([false, false, true]);
    expect(api.chatOf(ada.id)).toHaveLength(1);
  });

  it.each<[MemberStatus, boolean]>([
    ['creator', true],
    ['administrator', true],
    ['member', true],
    ['restricted, a member', true],
    ['restricted, not a member', false],
    ['left', false],
    ['kicked', false],
  ])('counts the channel status "%s" as membership: %s', async (status, isMember) => {
    const { api, of } = setup;
    const ada = person();
    api.statuses.set(ada.id, status);
    pressButton(api, ada, await open(ada));
    await until('the confirmation', () => of('confirmTelegram').length === 1);
    expect(of('confirmTelegram')[0]).toMatchObject({ isMember });
  });

  it('SO-09 allows one Telegram account per code, and one user per Telegram account', async () => {
    const { api, links } = setup;
    const [ada, eve] = [person(), person()];
    api.setMember(ada, 'member');
    const message = await open(ada);
    expect((await open(eve)).text).toBe(en.used(BRAND.siteUrl));
    pressButton(api, ada, message);
    await until('the message to change', () => message.text === en.verified(BRAND.siteUrl));

    links.set('another', { maskedEmail: 'o••@e•••.org', language: 'en' });
    api.say(ada, '/start another');
    expect((await messageTo(api, ada, 2)).text).toBe(en.tagUsed);
  });

  it('reports an expired link, before or after the question', async () => {
    const { api, links } = setup;
    const [ada, bob] = [person(), person('uk')];
    const message = await open(ada);
    links.set(CODE, { maskedEmail: MASKED, language: 'en', expired: true });
    pressButton(api, ada, message);
    await until('the message to change', () => message.text === en.expired(BRAND.siteUrl));
    expect((await open(bob, 'unknown')).text).toBe(uk.expired(BRAND.siteUrl));
  });

  it('uses the language of the account, or else of Telegram', async () => {
    const { api, links } = setup;
    const [ada, bob, eve] = [person('en'), person('uk-UA'), person('fr')];
    links.set('ukrainian', { maskedEmail: MASKED, language: 'uk' });
    expect((await open(ada, 'ukrainian')).text).toBe(uk.ask('Меридіан', MASKED));
    api.say(bob, 'Привіт');
    expect((await messageTo(api, bob)).text).toBe(uk.help('Меридіан', BRAND.siteUrl));
    api.say(eve, '/start');
    expect((await messageTo(api, eve)).text).toBe(en.help('Meridian', BRAND.siteUrl));
  });

  it('handles repeated presses and starts', async () => {
    const { api, of, failures } = setup;
    const ada = person();
    api.setMember(ada, 'member');
    const message = await open(ada);
    for (let press = 0; press < 5; press += 1) pressButton(api, ada, { ...message });
    api.say(ada, `/start ${CODE}`);
    await messageTo(api, ada, 2);
    expect(message.text).toBe(en.verified(BRAND.siteUrl));
    expect(of('confirmTelegram')).toHaveLength(5);
    expect(api.openPresses.size).toBe(0);
    expect(failures).toEqual([]);
  });

  it('reports the current membership after each change', async () => {
    const { api, of } = setup;
    const ada = person();
    const received = (): unknown[] => of('membershipChanged').map(({ isMember }) => isMember);
    api.setMember(ada, 'left');
    await until('the change of membership', () => received().length === 1);
    api.setMember(ada, 'member');
    await until('the change of membership', () => received().length === 2);
    expect(received()).toEqual([false, true]);
    expect(of('membershipChanged')[0]).toMatchObject({ telegramUserId: String(ada.id) });

    for (const [status, isMember] of [
      ['restricted, not a member', false],
      ['restricted, a member', true],
      ['kicked', false],
    ] as const) {
      const before = received().length;
      api.setMember(ada, status);
      await until('the change of membership', () => received().length === before + 1);
      expect(received().at(-1)).toBe(isMember);
    }

    // A delayed update, after the user has rejoined.
    api.setMember(ada, 'left');
    api.statuses.set(ada.id, 'member');
    await until('the change of membership', () => received().length === 6);
    expect(received().at(-1)).toBe(true);
  });

  it('ignores groups, other bots and foreign buttons', async () => {
    const { api, calls } = setup;
    const [ada, bob] = [person(), person()];
    api.say(ada, `/start ${CODE}`, 'group');
    api.queue.push({
      message: {
        message_id: 1,
        date: 0,
        from: { id: 5, is_bot: true },
        chat: { id: 5, type: 'private' },
        text: '/start x',
      },
    });
    api.say(bob, '/help');
    api.press(bob, await messageTo(api, bob), 'not ours');
    await until('the answer to the press', () => api.openPresses.size === 0);
    expect(calls).toEqual([]);
    expect(api.chatOf(ada.id)).toEqual([]);
  });

  it('ignores malformed updates', async () => {
    const { api } = setup;
    const ada = person();
    for (const content of [
      {},
      { message: null },
      { message: { text: `/start ${CODE}` } },
      { message: { chat: { type: 'private' }, from: { is_bot: false }, text: 7 } },
      { callback_query: {} },
      { callback_query: { data: `c:${CODE}`, from: ada } },
      { chat_member: {} },
      { chat_member: { chat: { id: 1, type: 'channel' }, new_chat_member: {} } },
    ]) {
      api.queue.push(content);
    }
    expect((await open(ada)).text).toBe(en.ask('Meridian', MASKED));
    await until('every update to be handled', () => api.queue.pending === 0);
    expect(api.queue.refusals).toEqual([]);
  });

  it('answers at most 20 messages a minute of one user', async () => {
    const { api } = setup;
    const [flooder, ada] = [person(), person()];
    for (let count = 0; count < 30; count += 1) api.say(flooder, 'hello');
    await open(ada);
    await until('every update to be handled', () => api.queue.pending === 0);
    expect(api.chatOf(flooder.id)).toHaveLength(20);
  });

  it('continues when a user has blocked the bot', async () => {
    const { api, failures } = setup;
    const [ada, bob] = [person(), person()];
    api.blockedBy.add(ada.id);
    api.say(ada, `/start ${CODE}`);
    api.say(bob, '/help');
    await messageTo(api, bob);
    await until('every update to be handled', () => api.queue.pending === 0);
    expect(failures).toEqual([]);
  });

  it('reports a channel without access, and asks the user to try again', async () => {
    const { api, failures, of, log } = setup;
    const ada = person();
    const message = await open(ada);
    api.fail('getChatMember', refusal(400, 'Bad Request: member list is inaccessible'));
    pressButton(api, ada, message);
    expect((await messageTo(api, ada, 2)).text).toBe(en.failure);
    expect(of('confirmTelegram')).toEqual([]);
    expect(failures).toEqual([true]);
    expect(log.join()).toContain('member list is inaccessible');
  });
});
