// @vitest-environment happy-dom

import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../app/query-client.ts';
import { startI18n } from '../../i18n/i18n.ts';
import { useOpening } from '../../lib/opening.ts';
import { stored } from '../../lib/stored.ts';
import { closeModal, openModal, useModals } from '../../modals/store.ts';
import { beginSession, endSession, useSession } from '../../session/store.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { ADA, userInfo } from '../../testing/voter.ts';
import { userInfoQuery } from '../account/api.ts';
import { chooseVote } from './choose-vote.ts';
import { useJourneyState } from './store.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const CONFIRM = { type: 'voteConfirm', props: { vote: VOTE } };
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x' };
const INFO = 'GET /users/info';
let api: ReturnType<typeof stubApi>;
let client: ReturnType<typeof createQueryClient>;
/** Loads the user's verifications before the choice. */
const know = async (types: readonly string[], metadata?: object) => {
  api.answers[INFO] = userInfo(types, metadata);
  await client.fetchQuery(userInfoQuery('a.b.c'));
};
const choose = async () => {
  chooseVote(VOTE, client);
  await expect.poll(() => useModals.getState().current).toBeDefined();
  return useModals.getState();
};

beforeEach(async () => {
  await startI18n('en');
  client = createQueryClient();
  api = stubApi({}, () => useSession.getState().token);
  beginSession('a.b.c', ADA);
});
afterEach(cleanUp);

describe('a chosen nominee', () => {
  it('VO-01 opens the login at once for a visitor who is not logged in', () => {
    endSession();
    chooseVote(VOTE, client);
    expect(useModals.getState().current).toEqual({ type: 'login', props: {} });
    expect(useJourneyState.getState().pendingVote).toEqual(VOTE);
  });

  it.each([
    ['the code from the email', { requestId: 'request' }, { type: 'emailOtp', props: { email: ADA.email } }],
    ['the app', { twoFactorSetup: SETUP }, { type: 'twoFactorSetup', props: SETUP }],
  ])('opens the step at which this browser left the journey: %s', async (_, left, request) => {
    endSession();
    stored.signupData.write({ email: ADA.email });
    for (const [key, value] of Object.entries(left)) localStorage.setItem(key, JSON.stringify(value));
    expect((await choose()).current).toEqual(request);
    expect(useJourneyState.getState().pendingVote).toEqual(VOTE);
  });

  it('opens the confirmation without a request if no verification is missing, or if that is not known', async () => {
    expect((await choose()).current).toEqual(CONFIRM);
    await know(['PHONE', 'TELEGRAM_SUBSCRIPTION']);
    closeModal();
    expect((await choose()).current).toEqual(CONFIRM);
    expect(api.times('/users/info')).toBe(1);
  });

  it.each([
    [['PHONE'], 'socialVerification', 'Connect a social account to vote'],
    [['INSTAGRAM_SUBSCRIPTION'], 'phoneOtp', 'Confirm your phone number to vote'],
    [[], 'phoneOtp', 'Confirm your phone number and connect at least one social account to vote'],
  ] as const)('VO-06 with %j opens the missing step first, with a note and no refusal', async (...given) => {
    const [types, type, note] = given;
    await know(types);
    expect((await choose()).current).toEqual({ type, props: { note } });
    expect(useJourneyState.getState().pendingVote).toEqual(VOTE);
    expect(api.times('/vote')).toBe(0);
  });

  it('VO-03 opens the social account if a Telegram link is stored', async () => {
    await know([]);
    stored.telegramLink.write({ link: 'https://t.me/bot?start=x', expiresAt: Date.now() + 3_600_000 });
    expect((await choose()).current?.type).toBe('socialVerification');
  });

  it('VO-04 says what a verification of another device waits for, with buttons for the code and for Telegram', async () => {
    await know(['PHONE'], { openInstagram: { verificationStatus: 'IN_PROGRESS', proofCode: 'K7M2QX' } });
    const { current, later } = await choose();
    expect(current).toEqual({
      type: 'message',
      props: {
        title: 'Verification in progress',
        text: 'Please wait until the verification is completed',
        detail: 'We are waiting for your direct message with the code on Instagram.',
        action: 'Show my code',
        onward: { type: 'socialVerification', props: { network: 'instagram' } },
        other: {
          action: 'Use Telegram instead',
          onward: { type: 'socialVerification', props: { network: 'telegram' } },
        },
      },
    });
    // Long enough to decide.
    expect(later).toEqual({ delayMs: 15_000 });
  });

  it('asks the server again, because another device may have completed it', async () => {
    await know([]);
    api.answers[INFO] = userInfo(['PHONE', 'TELEGRAM_SUBSCRIPTION']);
    expect((await choose()).current).toEqual(CONFIRM);
    expect(api.times('/users/info')).toBe(2);
  });

  it('uses the known verifications if the server does not respond, and is pending meanwhile', async () => {
    await know(['PHONE']);
    api.answers[INFO] = 'no answer';
    chooseVote(VOTE, client);
    expect(useOpening.getState().opening).toBe(true);
    await expect.poll(() => useModals.getState().current?.type).toBe('socialVerification');
    await expect.poll(() => useOpening.getState().opening).toBe(false);
  });

  it('ER-01 uses the known verifications also while the browser is offline', async () => {
    await know(['PHONE']);
    api.answers[INFO] = 'no answer';
    onlineManager.setOnline(false);
    // The page has a request, too, which waits for the network.
    void client.prefetchQuery({ ...userInfoQuery('a.b.c'), staleTime: 0 });
    expect((await choose()).current?.type).toBe('socialVerification');
    expect(useOpening.getState().opening).toBe(false);
  });

  describe('whose missing verifications are being requested', () => {
    const OTHER = { ...VOTE, vote: 'glasswharf' };
    let release = (): void => undefined;
    beforeEach(async () => {
      await know(['PHONE']);
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      api.answers[INFO] = async () => {
        await held;
        return userInfo(['PHONE']);
      };
    });
    const settled = async () => {
      release();
      await expect.poll(() => useOpening.getState().opening).toBe(false);
      return useModals.getState().current;
    };

    it('opens nothing over a modal that was opened meanwhile', async () => {
      chooseVote(VOTE, client);
      openModal({ type: 'faq', props: {} });
      expect((await settled())?.type).toBe('faq');
      expect(useJourneyState.getState().pendingVote).toBeUndefined();
    });

    it('opens nothing if the modal in which it was chosen was closed meanwhile', async () => {
      openModal({ type: 'nominee', props: { nominee: VOTE } });
      chooseVote(VOTE, client);
      closeModal();
      expect(await settled()).toBeUndefined();
    });

    it('gives way to another choice', async () => {
      chooseVote(VOTE, client);
      chooseVote(OTHER, client);
      expect((await settled())?.type).toBe('socialVerification');
      expect(useJourneyState.getState().pendingVote).toEqual(OTHER);
    });
  });

  it('opens the login if the session ends meanwhile', async () => {
    await know(['PHONE']);
    api.answers[INFO] = { status: 401, body: { success: false } };
    chooseVote(VOTE, client);
    endSession();
    await expect.poll(() => useModals.getState().current).toEqual({ type: 'login', props: {} });
  });
});
