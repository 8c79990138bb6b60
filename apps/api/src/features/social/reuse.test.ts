import { useTestApi } from '@laurel/support/hooks';
import { refusalOf } from '@laurel/support/people';
import {
  isVerified,
  newcomer,
  newTag,
  newTelegramId,
  playTelegram,
  senderIdOf,
  submission,
  submitTag,
  telegramLinkOf,
} from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const DAY_MS = 24 * 60 * 60_000;
const INSTAGRAM = 'INSTAGRAM_SUBSCRIPTION';
const TELEGRAM = 'TELEGRAM_SUBSCRIPTION';

const api = useTestApi();

/** The voter with a new session: the session of a test's voter lasts a day. */
const signedInAgain = async (voter: Voter): Promise<Voter> => {
  const session = { accountId: voter.accountId, twoFactor: true, now: api.clock.now() };
  return { ...voter, ...(await api.deps.transact((tx) => api.deps.sessions.open(tx, session))) };
};
const message = (senderUsername: string, text: string) =>
  api.deps.social.instagramMessage({
    senderId: senderIdOf(senderUsername),
    senderUsername,
    text,
    follows: true,
    now: api.clock.now(),
  });
const prove = async (voter: Voter, tag: string): Promise<string> =>
  message(tag, (await submission(api, voter, tag)).proofCode);
const membership = (telegramUserId: string, isMember: boolean) =>
  api.deps.social.membershipChanged({ telegramUserId, isMember, now: api.clock.now() });

describe('a Telegram account that left the channel', () => {
  it('verifies no other account, and is restored only for its own', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const telegramUserId = newTelegramId();
    await playTelegram(api, { code: (await telegramLinkOf(api, ada)).code, telegramUserId });
    await membership(telegramUserId, false);
    expect(await playTelegram(api, { code: (await telegramLinkOf(api, eve)).code, telegramUserId })).toBe('tag_used');
    await membership(telegramUserId, true);
    expect([await isVerified(api, ada, TELEGRAM), await isVerified(api, eve, TELEGRAM)]).toEqual([true, false]);
  });

  it('never creates a second valid link, in any order of leaving and joining', async () => {
    const ada = await newcomer(api);
    const ids = [newTelegramId(), newTelegramId(), newTelegramId()];
    for (const telegramUserId of ids) {
      await playTelegram(api, { code: (await telegramLinkOf(api, ada)).code, telegramUserId });
    }
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(ids.flatMap((id) => [membership(id, false), membership(id, true)]));
      const live = await api.deps.db.socialLink.count({ where: { accountId: ada.accountId, revokedAt: null } });
      expect(live).toBeLessThanOrEqual(1);
    }
  });
});

describe('an Instagram account that was renamed', () => {
  it('replaces its former name, which stays reserved: its next owner can’t prove it', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const [former, present] = [newTag(), newTag()];
    expect(await prove(ada, former)).toBe('VERIFIED');
    expect(await prove(ada, present)).toBe('VERIFIED');
    const live = await api.deps.db.socialLink.count({ where: { accountId: ada.accountId, revokedAt: null } });
    expect(live).toBe(1);
    for (const spelled of [former, former.toUpperCase(), `${former}.`, `@${former}`]) {
      expect(refusalOf(await submitTag(api, eve, spelled)).code).toBe('social.tag_used');
    }
    expect(await isVerified(api, eve, INSTAGRAM)).toBe(false);
  });

  it('proves nothing for the name that was submitted before', async () => {
    const ada = await newcomer(api);
    const { proofCode } = await submission(api, ada);
    expect(await message(newTag(), proofCode)).toBe('UNKNOWN');
    expect(await isVerified(api, ada, INSTAGRAM)).toBe(false);
  });
});

describe('an Instagram name in other letters', () => {
  it('is refused: Cyrillic, Greek, full-width, with marks or invisible characters', async () => {
    const ada = await newcomer(api);
    for (const tag of ['аda', 'αda', 'ａda', 'a\u0301da', 'a\u200bda', 'a\u202eda', 'ıda']) {
      expect(refusalOf(await submitTag(api, ada, tag))).toMatchObject({
        metadata: { fields: { tag: 'A username has only letters, digits, dots and underscores' } },
      });
    }
  });
});

describe('a name that an attacker submits repeatedly', () => {
  it('is claimed for a day, and then proven by its owner', async () => {
    let [eve, ada] = [await newcomer(api), await newcomer(api)];
    const tag = newTag();
    await submission(api, eve, tag);
    expect(refusalOf(await submitTag(api, ada, tag)).code).toBe('social.tag_used');
    api.clock.advance(DAY_MS);
    [eve, ada] = [await signedInAgain(eve), await signedInAgain(ada)];
    // The attacker submits before and after the owner: the code decides, not the order.
    await submission(api, eve, tag);
    const { proofCode } = await submission(api, ada, tag);
    api.clock.advance(1_000);
    await submission(api, eve, tag);
    expect(await message(tag, proofCode)).toBe('VERIFIED');
    expect([await isVerified(api, ada, INSTAGRAM), await isVerified(api, eve, INSTAGRAM)]).toEqual([true, false]);
  });
});
