import { useTestApi } from '@laurel/support/hooks';
import { eraseAccount, refusalOf } from '@laurel/support/people';
import { isVerified, logOf, newcomer, newTelegramId, playTelegram, telegramLinkOf } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;
const TYPE = 'TELEGRAM_SUBSCRIPTION';

const api = useTestApi({ PUBLIC_URL: 'https://awards.example/' });

const start = (code: string, telegramUserId: string) =>
  api.deps.social.startTelegram({ code, telegramUserId, now: api.clock.now() });
const confirm = async (code: string, telegramUserId: string, isMember = true) =>
  (await api.deps.social.confirmTelegram({ code, telegramUserId, isMember, now: api.clock.now() })).status;
const membership = (telegramUserId: string, isMember: boolean) =>
  api.deps.social.membershipChanged({ telegramUserId, isMember, now: api.clock.now() });

describe('the Telegram link', () => {
  it('AP-10 SO-04 AP-16 is the bot’s start address with the code, valid for 30 minutes; the code is the event id', async () => {
    const ada = await newcomer(api);
    const { code, link, expiresAt } = await telegramLinkOf(api, ada);
    expect(code).toMatch(/^[\w-]{22}$/);
    // In development without a bot, the bot is simulated.
    expect(link).toBe(`https://awards.example/dev/telegram?start=${code}`);
    expect(new Date(expiresAt).getTime() - api.clock.now().getTime()).toBe(1_800_000);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS']);
    const row = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(row).toMatchObject({ provider: TYPE, tag: null, status: 'IN_PROGRESS' });
    expect(Buffer.from(row.eventHash).toString('latin1')).not.toContain(code);
  });

  it('SO-05 is returned ten times a day, then ATTEMPT_LIMIT; a new link replaces the older ones', async () => {
    const ada = await newcomer(api);
    const codes: string[] = [];
    for (let times = 0; times < 10; times += 1) codes.push((await telegramLinkOf(api, ada)).code);
    const response = await api.get('/users/verification/telegram-link', { token: ada.token });
    expect(refusalOf(response)).toMatchObject({ status: 429, code: 'social.attempts', errors: ['ATTEMPT_LIMIT'] });
    const [first = '', last = ''] = [codes[0], codes.at(-1)];
    expect(await start(first, newTelegramId())).toMatchObject({ state: 'expired' });
    expect(await start(last, newTelegramId())).toMatchObject({ state: 'ask' });
  });
});

describe('the conversation with the bot', () => {
  it('SO-09 shows the masked address, and verifies once a member has confirmed', async () => {
    const ada = await newcomer(api);
    const { email } = await api.deps.db.account.findUniqueOrThrow({ where: { id: ada.accountId } });
    const { code } = await telegramLinkOf(api, ada);
    const telegramId = newTelegramId();
    const asked = await start(code, telegramId);
    expect(asked).toEqual({
      state: 'ask',
      maskedEmail: expect.stringMatching(/^v\*\*\*.@e\*\*\*\.org$/),
      language: 'en',
    });
    expect(JSON.stringify(asked)).not.toContain(email);
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect(await confirm(code, telegramId)).toBe('VERIFIED');
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    const link = await api.deps.db.socialLink.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(Buffer.from(link.subjectHash).equals(api.deps.fingerprint('telegram', telegramId))).toBe(true);
  });

  it('SO-09 SO-08 returns RETRY for a non-member, and the same button works after joining', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    const telegramId = newTelegramId();
    await start(code, telegramId);
    expect(await confirm(code, telegramId, false)).toBe('RETRY');
    expect(await confirm(code, telegramId, false)).toBe('RETRY');
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'RETRY']);
    expect(await confirm(code, telegramId, true)).toBe('VERIFIED');
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'RETRY', 'VERIFIED']);
  });

  it('SO-09 returns the same result for a repeated update', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    const telegramId = newTelegramId();
    expect(await start(code, telegramId)).toEqual(await start(code, telegramId));
    expect([await confirm(code, telegramId), await confirm(code, telegramId)]).toEqual(['VERIFIED', 'VERIFIED']);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'VERIFIED']);

    const eve = await newcomer(api);
    const late = (await telegramLinkOf(api, eve)).code;
    const third = newTelegramId();
    await start(late, third);
    const quick = (await telegramLinkOf(api, ada)).code;
    await start(quick, third);
    expect(await confirm(quick, third)).toBe('VERIFIED');
    expect([await confirm(late, third), await confirm(late, third)]).toEqual(['TAG_USED', 'TAG_USED']);
    expect(await logOf(api, eve, late)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
  });

  it('SO-09 SO-05 verifies one account for each Telegram account: TAG_USED, and another one can still use the code', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const telegramUserId = newTelegramId();
    await playTelegram(api, { code: (await telegramLinkOf(api, ada)).code, telegramUserId });
    const { code } = await telegramLinkOf(api, eve);
    expect(await playTelegram(api, { code, telegramUserId })).toBe('tag_used');
    await membership(telegramUserId, false);
    expect(await playTelegram(api, { code, telegramUserId })).toBe('tag_used');
    expect(await playTelegram(api, { code, telegramUserId: newTelegramId() })).toBe('VERIFIED');
  });

  it('SO-09 binds a code to the Telegram account that opened it, to its 30 minutes and to one use', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    const [mine, other] = [newTelegramId(), newTelegramId()];
    expect(await confirm(code, mine)).toBe('EXPIRED');
    await start(code, mine);
    expect(await start(code, other)).toMatchObject({ state: 'used' });
    expect(await confirm(code, other)).toBe('EXPIRED');
    api.clock.advance(30 * MINUTE_MS);
    expect(await start(code, mine)).toMatchObject({ state: 'expired' });
    expect(await confirm(code, mine)).toBe('EXPIRED');
    expect(await start('made-up', mine)).toEqual({ state: 'expired' });

    const again = await telegramLinkOf(api, ada);
    expect(await playTelegram(api, { code: again.code, telegramUserId: mine })).toBe('VERIFIED');
    expect(await start(again.code, mine)).toMatchObject({ state: 'used' });
    expect(await start(again.code, other)).toMatchObject({ state: 'used' });
  });

  it('does not accept an Instagram event id as a code', async () => {
    const ada = await newcomer(api);
    const body = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'no.telegram.code' };
    const { data } = (await api.post('/users/verification', body, { token: ada.token })).json();
    expect(await start(data.identifier, newTelegramId())).toEqual({ state: 'expired' });
  });
});

describe('membership of the channel', () => {
  it('SO-09 withdraws the verification when it is lost, restores it when it is regained, and logs both', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    const telegramUserId = newTelegramId();
    await playTelegram(api, { code, telegramUserId });
    await membership(telegramUserId, true);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    await membership(telegramUserId, false);
    await membership(telegramUserId, false);
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'VERIFIED', 'NOT_VERIFIED']);
    await membership(telegramUserId, true);
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    expect(await logOf(api, ada, code)).toEqual(['IN_PROGRESS', 'VERIFIED', 'NOT_VERIFIED', 'VERIFIED']);
  });

  it('restores only the newest of the withdrawn verifications', async () => {
    const ada = await newcomer(api);
    const telegramUserId = newTelegramId();
    const codes: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { code } = await telegramLinkOf(api, ada);
      expect(await playTelegram(api, { code, telegramUserId })).toBe('VERIFIED');
      codes.push(code);
      api.clock.advance(1_000);
    }
    await membership(telegramUserId, false);
    await membership(telegramUserId, true);
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    const withdrawn = ['IN_PROGRESS', 'VERIFIED', 'NOT_VERIFIED'];
    expect(await Promise.all(codes.map((code) => logOf(api, ada, code)))).toEqual([
      withdrawn,
      withdrawn,
      [...withdrawn, 'VERIFIED'],
    ]);
  });

  it('of a former Telegram account counts only while the account has no valid link', async () => {
    const ada = await newcomer(api);
    const [former, present] = [newTelegramId(), newTelegramId()];
    for (const telegramUserId of [former, present]) {
      await playTelegram(api, { code: (await telegramLinkOf(api, ada)).code, telegramUserId });
    }
    await membership(former, true);
    await membership(former, false);
    expect(await isVerified(api, ada, TYPE)).toBe(true);
    await membership(present, false);
    expect(await isVerified(api, ada, TYPE)).toBe(false);
    await membership(former, true);
    expect(await isVerified(api, ada, TYPE)).toBe(true);
  });

  it('of unknown and erased users changes nothing', async () => {
    expect(await membership(newTelegramId(), true)).toBe(false);
    expect(await membership(newTelegramId(), false)).toBe(false);
    const ada = await newcomer(api);
    const telegramUserId = newTelegramId();
    await playTelegram(api, { code: (await telegramLinkOf(api, ada)).code, telegramUserId });
    await eraseAccount(api, ada.accountId);
    expect(await membership(telegramUserId, true)).toBe(false);
    const link = await api.deps.db.socialLink.findFirstOrThrow({ where: { accountId: ada.accountId } });
    expect(link.revokedAt).not.toBeNull();
  });
});
