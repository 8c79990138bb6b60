import type { TestApi } from '@laurel/support/harness';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { PRODUCTION } from '@laurel/support/production';
import {
  mailsToVoter,
  newcomer,
  newTag,
  newTelegramId,
  playTelegram,
  submission,
  telegramLinkOf,
} from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { openPayload } from '../../jobs/payload.ts';
import type { Voter } from '../../rehearsal/voters.ts';

const DAY_MS = 24 * 60 * 60_000;

const reject = ({ deps, clock }: TestApi, eventId: string): Promise<string> => {
  const organiser = { actor: 'olena', reason: null };
  return deps.reviews.decide({ eventId, approved: false, organiser, now: clock.now(), atOnce: true });
};

describe('the mail about a name that was not verified', () => {
  const api = useTestApi();
  const textsTo = async (voter: Voter): Promise<string[]> => (await mailsToVoter(api, voter)).map(({ text }) => text);
  const verifyByTelegram = async (voter: Voter): Promise<void> => {
    const { code } = await telegramLinkOf(api, voter);
    expect(await playTelegram(api, { code, telegramUserId: newTelegramId() })).toBe('VERIFIED');
  };
  const expire = async (): Promise<void> => {
    api.clock.advance(DAY_MS);
    await api.deps.social.expirePending(api.clock.now());
  };

  it('SO-03 offers Telegram to a person who has not connected it', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    await reject(api, (await submission(api, ada)).identifier);
    await submission(api, eve);
    await expire();
    for (const person of [ada, eve]) {
      expect(await textsTo(person)).toEqual([expect.stringContaining('connect Telegram instead')]);
    }
  });

  it('SO-03 does not offer Telegram to a person who has connected it', async () => {
    const ada = await newcomer(api);
    const { identifier } = await submission(api, ada);
    await verifyByTelegram(ada);
    await reject(api, identifier);
    const [text, ...others] = await textsTo(ada);
    expect(others).toEqual([]);
    expect(text).toContain('Then submit the username again.');
    expect(text).not.toContain('Telegram');
  });

  it('SO-03 is not sent when nobody decided in time and Telegram has verified the person', async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const tag = newTag();
    await submission(api, ada, tag);
    await verifyByTelegram(ada);
    await submission(api, eve);
    await verifyByTelegram(eve);
    // Eve left the channel: Telegram does not verify her any more.
    await api.deps.db.socialLink.updateMany({
      where: { accountId: eve.accountId },
      data: { revokedAt: api.clock.now() },
    });
    await expire();
    const { db } = api.deps;
    expect(await db.socialRequest.count({ where: { accountId: ada.accountId, decidedAt: null } })).toBe(0);
    expect(await textsTo(ada)).toEqual([]);
    expect(await textsTo(eve)).toHaveLength(1);
  });
});

describe.each([
  ['without TELEGRAM_BOT_TOKEN', {}, false],
  ['with TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: '1:abc', TELEGRAM_CHANNEL: '@awards' }, true],
])('the same mail in production %s', (_case, telegram, offersTelegram) => {
  const api = useTestApi({ ...PRODUCTION, TELEGRAM_API_ROOT: 'http://127.0.0.1:1', ...telegram });
  const owner = useOwner(api);

  it(`SO-03 ${offersTelegram ? 'offers Telegram' : 'does not offer Telegram, which nobody could connect'}`, async () => {
    const [ada, eve] = [await newcomer(api), await newcomer(api)];
    const { identifier } = await submission(api, ada);
    await submission(api, eve);
    // Production queues no mail by a clock that differs from the database's.
    api.clock.advance(Date.now() - api.clock.now().getTime());
    await reject(api, identifier);
    await api.deps.social.expirePending(after(api.clock.now(), DAY_MS));
    const { rows } = await owner.query('SELECT payload FROM graphile_worker._private_jobs WHERE key IS NOT NULL', []);
    const messages = rows.map(({ payload }) => openPayload(api.deps.keyring, payload).queued.message);
    expect(messages).toMatchObject([
      { kind: 'social_rejected', offersTelegram },
      { kind: 'social_rejected', offersTelegram },
    ]);
  });
});
