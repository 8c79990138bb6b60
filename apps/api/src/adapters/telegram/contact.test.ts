import { type BotSetup, BRAND, messageTo, pressButton, setUpBot, untilListening } from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOT_TEXTS } from './texts.ts';

const CODE = 'Zx9_k3Qv-7aPmN2rT5wYbA';
const MASKED = 'a••@e•••.org';
const ADA = { id: 7_654_321 };
const OWN = { phone_number: '380671234567', user_id: ADA.id };
const { en, uk } = BOT_TEXTS;

describe('a link that proves a phone', () => {
  let setup: BotSetup;
  beforeEach(async () => {
    setup = await setUpBot({ mode: 'polling' });
    await untilListening(setup);
    setup.links.set(CODE, { maskedEmail: MASKED, language: 'uk', contact: true });
    setup.api.say(ADA, `/start ${CODE}`);
    expect((await messageTo(setup.api, ADA)).text).toBe(uk.askNumber('Меридіан', MASKED));
  });
  afterEach(() => setup.close());

  it('asks for the number by Telegram’s button, takes it away, and needs it once until the person is in the channel', async () => {
    const { api, of } = setup;
    expect(api.shareButtons.get(ADA.id)).toBe(uk.share);
    api.share(ADA, OWN);
    const message = await messageTo(api, ADA, 3);
    expect([(await messageTo(api, ADA, 2)).text, message.text]).toEqual([uk.thanks, uk.notSubscribed]);
    expect(api.shareButtons.has(ADA.id)).toBe(false);
    api.setMember(ADA, 'member');
    pressButton(api, ADA, message);
    await until('the message to change', () => message.text === uk.verified(BRAND.siteUrl));
    const user = { call: 'confirmTelegram', code: undefined, telegramUserId: String(ADA.id) };
    expect(of('confirmTelegram')).toEqual([
      { ...user, phoneNumber: OWN.phone_number, isMember: false },
      { ...user, isMember: true },
    ]);
  });

  it.each([
    ['of somebody else', { ...OWN, user_id: 1 }, {}],
    ['that was typed', { phone_number: OWN.phone_number }, {}],
    ['of the sender, from an earlier time', OWN, { forward_origin: { type: 'user', date: 0, sender_user: ADA } }],
    ['that another bot wrote in the sender’s name', OWN, { via_bot: { id: 2, is_bot: true, first_name: 'B' } }],
  ])('refuses a contact %s in words, and keeps the button', async (_which, contact, more) => {
    const { api, of } = setup;
    api.share(ADA, contact, more);
    expect((await messageTo(api, ADA, 2)).text).toBe(en.notOwnNumber);
    expect([of('confirmTelegram'), api.shareButtons.has(ADA.id)]).toEqual([[], true]);
  });

  it('says in words that the number does not count', async () => {
    const { api, numbers } = setup;
    numbers.set(OWN.phone_number, 'NUMBER_REFUSED');
    api.share(ADA, OWN);
    expect((await messageTo(api, ADA, 3)).text).toBe(uk.numberRefused(BRAND.siteUrl));
  });
});
