import { useOwner, useTestApi } from '@laurel/support/hooks';
import {
  newcomer,
  newSenderId,
  newTag,
  newTelegramId,
  playTelegram,
  submission,
  telegramLinkOf,
} from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const api = useTestApi();
const owner = useOwner(api);

const traitsOf = async ({ accountId }: Voter): Promise<unknown[]> =>
  (await owner.query('SELECT kind, value, noted_at AS at FROM account_traits WHERE account_id = $1', [accountId])).rows;

describe('a verified social account', () => {
  it('of Telegram leaves the year of its id, and the next one the year of its own', async () => {
    const ada = await newcomer(api);
    const { code } = await telegramLinkOf(api, ada);
    expect(await playTelegram(api, { code, telegramUserId: '63263518', member: false })).toBe('RETRY');
    expect(await traitsOf(ada)).toEqual([]);
    const at = api.clock.now();
    expect(await playTelegram(api, { code, telegramUserId: '63263518' })).toBe('VERIFIED');
    expect(await traitsOf(ada)).toEqual([{ kind: 'telegram_age', value: '2014', at }]);
    const { code: another } = await telegramLinkOf(api, ada);
    expect(await playTelegram(api, { code: another, telegramUserId: '8700000000' })).toBe('VERIFIED');
    expect(await traitsOf(ada)).toMatchObject([{ kind: 'telegram_age', value: 'new' }]);
  });

  it('of somebody else leaves nothing', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const telegramUserId = newTelegramId();
    const [first, second] = [await telegramLinkOf(api, ada), await telegramLinkOf(api, eve)];
    // Eve opens her link before Ada confirms.
    await api.deps.social.startTelegram({ code: second.code, telegramUserId, now: api.clock.now() });
    expect(await playTelegram(api, { ...first, telegramUserId })).toBe('VERIFIED');
    const confirm = { ...second, telegramUserId, isMember: true, now: api.clock.now() };
    expect(await api.deps.social.confirmTelegram(confirm)).toMatchObject({ status: 'TAG_USED' });
    expect(await traitsOf(eve)).toEqual([]);
  });

  it.each([
    [112, '100-999'],
    [undefined, 'unknown'],
  ])('of Instagram with %s followers leaves %s', async (followers, value) => {
    const ada = await newcomer(api);
    const senderUsername = newTag();
    const { proofCode: text } = await submission(api, ada, senderUsername);
    const message = { senderId: newSenderId(), senderUsername, text, follows: true, followers, now: api.clock.now() };
    expect(await api.deps.social.instagramMessage(message)).toBe('VERIFIED');
    expect(await traitsOf(ada)).toMatchObject([{ kind: 'instagram_followers', value }]);
  });
});
