import { randomInt } from 'node:crypto';
import { useTestApi } from '@laurel/support/hooks';
import { messagesTo } from '@laurel/support/inbox';
import { isVerified, newcomer, submission, telegramLinkOf } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';

describe('the simulations', () => {
  const api = useTestApi();

  const play = async (path: string, payload: object) => {
    const response = await api.app.inject({ method: 'POST', url: `/dev/${path}`, payload });
    return { status: response.statusCode, body: response.json() };
  };

  it('opens the Telegram link and confirms it, as a member and as a non-member', async () => {
    const voter = await newcomer(api);
    const telegramUserId = randomInt(1e9);
    const { code, link } = await telegramLinkOf(api, voter);
    expect(new URL(link).pathname + new URL(link).search).toBe(`/dev/telegram?start=${code}`);
    expect(await play('telegram', { code, telegramUserId, member: false })).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'RETRY' } },
    });
    expect(await play('telegram', { code, telegramUserId: String(telegramUserId), member: true })).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'VERIFIED' } },
    });
    expect(await isVerified(api, voter, 'TELEGRAM_SUBSCRIPTION')).toBe(true);

    const other = await telegramLinkOf(api, await newcomer(api));
    const second = await play('telegram', { code: other.code, telegramUserId, member: true });
    expect(second).toMatchObject({ status: 409, body: { code: 'social.tag_used', errors: ['TAG_USED'] } });
  });

  it.each([
    [true, 'VERIFIED', 'Your Instagram account is verified'],
    [false, 'NOT_VERIFIED', 'Your Instagram account was not verified'],
  ])('SO-03 decides an Instagram name as the reviewer (%s), and notifies the voter by mail', async (...decision) => {
    const [approved, status, subject] = decision;
    const voter = await newcomer(api);
    const { identifier } = await submission(api, voter);
    expect((await play('instagram', { identifier, approved })).body).toEqual({ success: true, data: { status } });
    expect(await isVerified(api, voter, 'INSTAGRAM_SUBSCRIPTION')).toBe(approved);
    const { email } = await api.deps.db.account.findUniqueOrThrow({ where: { id: voter.accountId } });
    expect((await messagesTo(api.deps, email ?? ''))[0]).toMatchObject({ channel: 'email', subject });
    expect((await play('instagram', { identifier, approved })).status).toBe(400);
  });
});
