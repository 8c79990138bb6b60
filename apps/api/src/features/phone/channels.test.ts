import { useTestApi } from '@laurel/support/hooks';
import { handleOf, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, type PhoneOwner, phoneOwner, textedCode } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;

const api = useTestApi({
  PHONE_CODE_CHANNELS: 'telegram,sms',
  SMS_HOURLY_BUDGET: '3',
  SMS_COUNTRY_HOURLY_BUDGET: '3',
  SMS_NETWORK_HOURLY_BUDGET: '3',
});

const check = async ({ token }: PhoneOwner) => refusalOf(await api.get('/users/check-phone', { token })).metadata;
/** The messages to a number, the oldest first. */
const messagesTo = async ({ phoneNumber }: PhoneOwner) => {
  await api.deps.jobs.drain();
  const list = api.deps.inbox?.list() ?? [];
  return list
    .filter(({ to }) => to === phoneNumber)
    .map(({ channel, text }) => ({ channel, code: text.slice(0, 6) }))
    .reverse();
};
const wait = async (ms: number) => {
  api.clock.advance(ms);
  await api.deps.db.session.updateMany({ data: { twoFactorAt: api.clock.now() } });
};

describe('a code to the phone', () => {
  it('PH-01 goes by the first channel; the next one brings the same code for the same key at once', async () => {
    const ada = await phoneOwner(api);
    const first = await askForSms(api, ada);
    expect(first.json().metadata).toEqual({ channel: 'telegram', next: 'sms' });
    expect(await check(ada)).toEqual({ delivery: 'queued', channel: 'telegram', next: 'sms' });
    await api.deps.jobs.drain();
    api.clock.advance(1);
    const second = await askForSms(api, ada, { channel: 'sms' });
    expect(second.json().metadata).toEqual({ channel: 'sms', next: null });
    expect(handleOf(second)).toBe(handleOf(first));
    const [byTelegram, bySms] = await messagesTo(ada);
    expect([byTelegram?.channel, bySms?.channel]).toEqual(['telegram', 'sms']);
    expect(bySms?.code).toBe(byTelegram?.code);
    expect(await check(ada)).toEqual({ delivery: 'sent', channel: 'sms', next: null });
    const code = byTelegram?.code ?? '';
    expect((await confirmPhone(api, ada, { requestKey: handleOf(first), code })).statusCode).toBe(200);
  });

  it('is the same when it is sent again after the cooldown, so that a late message has the right one', async () => {
    const ada = await phoneOwner(api);
    const requestKey = handleOf(await askForSms(api, ada));
    const late = await textedCode(api, ada.phoneNumber);
    await wait(9 * MINUTE_MS);
    expect(handleOf(await askForSms(api, ada))).toBe(requestKey);
    expect(await textedCode(api, ada.phoneNumber)).toBe(late);
    await wait(9 * MINUTE_MS);
    expect((await confirmPhone(api, ada, { requestKey, code: late })).statusCode).toBe(200);
  });

  it('does not leave by a channel that the person has given up, and gives its charge back', async () => {
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    api.clock.advance(1);
    await askForSms(api, ada, { channel: 'sms' });
    expect(await messagesTo(ada)).toMatchObject([{ channel: 'sms' }]);
    const charges = await api.deps.db.smsCharge.findMany({ where: { accountId: ada.accountId } });
    expect(charges.map(({ channel, refundedAt }) => [channel, refundedAt === null]).toSorted()).toEqual([
      ['sms', true],
      ['telegram', false],
    ]);
    expect(await check(ada)).toEqual({ delivery: 'sent', channel: 'sms', next: null });
  });

  it('goes by the next channel after one that could not deliver it, unless that one is asked for', async () => {
    const ada = await phoneOwner(api);
    await askForSms(api, ada);
    const charge = await api.deps.db.smsCharge.findFirstOrThrow({ where: { accountId: ada.accountId } });
    await api.deps.phones.refundCharge(api.deps.db, charge, api.clock.now());
    expect(await check(ada)).toEqual({ delivery: 'failed', channel: 'telegram', next: 'sms' });
    await wait(60 * MINUTE_MS);
    expect((await askForSms(api, ada)).json().metadata).toEqual({ channel: 'sms', next: null });
    expect((await askForSms(api, ada, { channel: 'telegram' })).json().metadata).toEqual({
      channel: 'telegram',
      next: null,
    });
  });
});

describe('the limits of a channel', () => {
  it('PH-03 PH-06 are its own: a cheap channel uses up nothing of a dear one, nor the other way round', async () => {
    await wait(60 * MINUTE_MS);
    const ada = await phoneOwner(api);
    const ask = async (channel?: string) => {
      const answer = await askForSms(api, ada, channel === undefined ? {} : { channel });
      await api.deps.jobs.drain();
      return answer.statusCode === 200 ? answer.json().metadata.channel : refusalOf(answer).code;
    };
    expect(await ask()).toBe('telegram');
    expect(await ask()).toBe('phone.cooldown');
    expect(await ask('sms')).toBe('sms');
    expect(await ask('sms')).toBe('phone.cooldown');
    await wait(2 * MINUTE_MS);
    expect(await ask('telegram')).toBe('telegram');
    await wait(2 * MINUTE_MS);
    expect(await ask('telegram')).toBe('phone.hourly');
    expect(await ask()).toBe('sms');
    await wait(2 * MINUTE_MS);
    expect([await ask('telegram'), await ask('sms'), await ask()]).toEqual(Array(3).fill('phone.hourly'));
    await wait(60 * MINUTE_MS);
    expect([await ask('telegram'), await ask('sms')]).toEqual(['telegram', 'sms']);
    await wait(60 * MINUTE_MS);
    expect([await ask('telegram'), await ask('sms'), await ask()]).toEqual(Array(3).fill('phone.daily'));
  });

  it('PH-06 count the messages of all accounts to a number by each channel', async () => {
    await wait(60 * MINUTE_MS);
    const phoneNumber = newNumber();
    const askAsAnother = async (channel: string) => {
      await wait(2 * MINUTE_MS);
      const answer = await askForSms(api, await phoneOwner(api, phoneNumber), { channel });
      return answer.statusCode === 200 ? 'sent' : refusalOf(answer).metadata?.limit;
    };
    const byTelegram: unknown[] = [];
    for (let count = 0; count < 10; count += 1) byTelegram.push(await askAsAnother('telegram'));
    expect(byTelegram).toEqual([...Array(9).fill('sent'), 'number']);
    expect(await askAsAnother('sms')).toBe('sent');
  });

  it('budgets of an hour are for text messages: those by Telegram use up none, and have none', async () => {
    await wait(60 * MINUTE_MS);
    const send = async (channel: string) => (await askForSms(api, await phoneOwner(api), { channel })).json();
    for (let count = 0; count < 4; count += 1) expect(await send('telegram')).toMatchObject({ success: true });
    for (let count = 0; count < 3; count += 1) expect(await send('sms')).toMatchObject({ success: true });
    expect(await send('sms')).toMatchObject({ code: 'phone.budget' });
    expect(await send('telegram')).toMatchObject({ success: true });
  });
});

describe('two channels and many taps at the same moment', () => {
  // This test fails without lockIssue: each channel gets a code and a key of its own.
  it('PH-03 bring one code for one key, by one message of each channel', async () => {
    await wait(60 * MINUTE_MS);
    for (let round = 0; round < 5; round += 1) {
      const ada = await phoneOwner(api);
      const network = { ip: `192.0.2.${round}` };
      const taps = Array.from({ length: 20 }, (_, tap) => ({ channel: tap % 2 === 0 ? 'telegram' : 'sms' }));
      const answers = await Promise.all(taps.map((body) => askForSms(api, ada, body, network)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
      expect(new Set(answers.map((each) => each.json().data.code)).size).toBe(1);
      const messages = await messagesTo(ada);
      expect(messages.map(({ channel }) => channel).toSorted()).toEqual(['sms', 'telegram']);
      expect(new Set(messages.map(({ code }) => code)).size).toBe(1);
      await wait(30 * MINUTE_MS);
    }
  });
});
