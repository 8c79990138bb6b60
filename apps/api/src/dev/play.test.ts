import { randomInt } from 'node:crypto';
import { useTestApi } from '@laurel/support/hooks';
import { messagesTo } from '@laurel/support/inbox';
import { createVoters } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Voter } from '../rehearsal/voters.ts';

const linkAnswer = z.object({ data: z.object({ code: z.string(), link: z.url() }) });
const submitted = z.object({ data: z.object({ identifier: z.string() }) });
const info = z.object({
  data: z.object({ email: z.string(), verifications: z.array(z.object({ type: z.string(), verified: z.boolean() })) }),
});

describe('the simulations', () => {
  const api = useTestApi();

  const newVoter = async (): Promise<Voter> => {
    const { migrateUrl, deps, clock } = api;
    const [voter] = await createVoters({ migrateUrl, tokens: deps.tokens, now: clock.now(), count: 1, social: false });
    if (!voter) throw new Error('no voter was made');
    return voter;
  };
  const infoOf = async ({ token }: Voter) => info.parse((await api.get('/users/info', { token })).json()).data;
  const isVerified = async (voter: Voter, type: string): Promise<boolean> =>
    (await infoOf(voter)).verifications.some((each) => each.type === type && each.verified);
  const play = async (path: string, payload: object) => {
    const response = await api.app.inject({ method: 'POST', url: `/dev/${path}`, payload });
    return { status: response.statusCode, body: response.json() };
  };
  const telegramCode = async ({ token }: Voter): Promise<string> => {
    const { code, link } = linkAnswer.parse(
      (await api.get('/users/verification/telegram-link', { token })).json(),
    ).data;
    expect(new URL(link).pathname + new URL(link).search).toBe(`/dev/telegram?start=${code}`);
    return code;
  };

  it('opens the Telegram link and confirms it, as a member and as a non-member', async () => {
    const voter = await newVoter();
    const telegramUserId = randomInt(1e9);
    const code = await telegramCode(voter);
    expect(await play('telegram', { code, telegramUserId, member: false })).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'RETRY' } },
    });
    expect(await isVerified(voter, 'TELEGRAM_SUBSCRIPTION')).toBe(false);
    expect(await play('telegram', { code, telegramUserId: String(telegramUserId), member: true })).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'VERIFIED' } },
    });
    expect(await isVerified(voter, 'TELEGRAM_SUBSCRIPTION')).toBe(true);

    const other = await newVoter();
    const second = await play('telegram', { code: await telegramCode(other), telegramUserId, member: true });
    expect(second).toMatchObject({ status: 409, body: { code: 'social.tag_used', errors: ['TAG_USED'] } });
  });

  it('SO-03 decides an Instagram name as the reviewer, and notifies the voter by mail', async () => {
    const submit = async ({ token }: Voter, tag: string): Promise<string> => {
      const body = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag };
      return submitted.parse((await api.post('/users/verification', body, { token })).json()).data.identifier;
    };
    for (const [tag, approved, subject] of [
      ['ada.lovelace', true, 'Your Instagram account is verified'],
      ['charles', false, 'Your Instagram account was not verified'],
    ] as const) {
      const voter = await newVoter();
      const identifier = await submit(voter, tag);
      const status = approved ? 'VERIFIED' : 'NOT_VERIFIED';
      expect((await play('instagram', { identifier, approved })).body).toEqual({ success: true, data: { status } });
      expect(await isVerified(voter, 'INSTAGRAM_SUBSCRIPTION')).toBe(approved);
      const [mail] = await messagesTo(api.deps, (await infoOf(voter)).email);
      expect(mail).toMatchObject({ channel: 'email', subject });
      expect(mail?.text).toContain(`@${tag}`);
      expect((await play('instagram', { identifier, approved })).status).toBe(400);
    }
  });
});
