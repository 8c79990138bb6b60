// @vitest-environment happy-dom

import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../app/query-client.ts';
import { startI18n } from '../../i18n/i18n.ts';
import { addModalTexts } from '../../i18n/modal-texts.ts';
import { useBusy } from '../../lib/busy.ts';
import { LOADER_HIDE_DELAY_MS } from '../../lib/limits.ts';
import { stored } from '../../lib/stored.ts';
import { closeModal, openModal, useModals } from '../../modals/store.ts';
import { beginSession, endSession, useSession } from '../../session/store.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { refusal, refused } from '../../testing/failures.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { inPage } from '../../testing/page.tsx';
import { act, render } from '../../testing/render.tsx';
import { ADA, userInfo } from '../../testing/voter.ts';
import { userInfoQuery } from '../account/api.ts';
import { useJourneyState } from './store.ts';
import { useJourney } from './use-journey.ts';
import { followVerification } from './verification.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const INFO = 'GET /users/info';

let api: ReturnType<typeof stubApi>;
let client: ReturnType<typeof createQueryClient>;
let journey: ReturnType<typeof useJourney>;
const open = () => useModals.getState().current;
const does = async (work: () => unknown) => {
  await act(work);
  await act(() => vi.advanceTimersByTimeAsync(10));
};

/** Holds the answer until the returned function is called. */
const hold = () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof userInfo>>();
  api.answers[INFO] = () => promise;
  return () => resolve(userInfo([]));
};

const Journey = () => {
  journey = useJourney();
  return null;
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  await startI18n('en');
  addModalTexts();
  api = stubApi({ [INFO]: userInfo([]) }, () => useSession.getState().token);
  beginSession('a.b.c', ADA);
  client = createQueryClient();
  await render(inPage(<Journey />, { client }));
});
afterEach(cleanUp);

describe('the journey', () => {
  it.each([
    ['continues with the phone', [], 'phoneOtp'],
    ['continues with the social account', ['PHONE'], 'socialVerification'],
    ['continues with the phone even if the social account is verified', ['TELEGRAM_SUBSCRIPTION'], 'phoneOtp'],
    ['continues with the vote after Telegram', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], 'voteConfirm'],
    ['continues with the vote after Instagram', ['PHONE', 'INSTAGRAM_SUBSCRIPTION'], 'voteConfirm'],
  ] as const)('%s', async (_, types, expected) => {
    useJourneyState.setState({ pendingVote: VOTE });
    api.answers[INFO] = userInfo(types);
    await does(() => journey.advance('Done.'));
    expect(open()).toMatchObject({ type: expected, props: { notice: 'Done.' } });
  });

  it('requests the verifications each time', async () => {
    await does(() => journey.advance('Done.'));
    api.answers[INFO] = userInfo(['PHONE']);
    await does(() => journey.advance('Done.'));
    expect([api.times('/users/info'), open()?.type]).toEqual([2, 'socialVerification']);
  });

  it('ends with a message if nothing is missing and no vote is pending', async () => {
    api.answers[INFO] = userInfo(['PHONE', 'TELEGRAM_SUBSCRIPTION']);
    await does(() => journey.advance('Done.'));
    expect(open()).toEqual({ type: 'message', props: { title: 'Everything is ready', text: 'Done.' } });
  });

  it('continues with the vote if the server does not respond, and with the login without a session', async () => {
    useJourneyState.setState({ pendingVote: VOTE });
    api.answers[INFO] = 'no answer';
    await does(() => journey.advance('Done.'));
    // Requested only once, because the user is waiting.
    expect([api.times('/users/info'), open()?.type]).toEqual([1, 'voteConfirm']);
    endSession();
    await does(() => journey.advance('Done.'));
    expect(open()).toEqual({ type: 'login', props: { notice: 'Done.' } });
  });

  it('MD-13 PH-04 shows the loader while it requests the verifications, but not after a push', async () => {
    const release = hold();
    await does(() => void journey.advance('Done.'));
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect([useBusy.getState().busy, open()]).toEqual([true, undefined]);
    await does(release);
    expect(open()?.type).toBe('phoneOtp');
    await act(() => vi.advanceTimersByTimeAsync(LOADER_HIDE_DELAY_MS));
    expect(useBusy.getState().busy).toBe(false);
    const releaseAgain = hold();
    await does(() => void journey.advanceQuietly('Done.'));
    expect(useBusy.getState().busy).toBe(false);
    await does(releaseAgain);
  });

  it('ends a login only when the next step is open: its code can’t be sent again meanwhile', async () => {
    useJourneyState.setState({ pendingVote: VOTE });
    const release = hold();
    let ended = false;
    void journey.afterAccount({ to: 'session', token: 'a.b.c', user: ADA, backupCodes: [] }).then(() => {
      ended = true;
    });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect([ended, open()]).toEqual([false, undefined]);
    await does(release);
    expect([ended, open()?.type]).toEqual([true, 'phoneOtp']);
  });

  it.each([
    ['opened', () => openModal({ type: 'faq', props: {} })],
    ['closed', closeModal],
  ])('opens nothing after a modal was %s meanwhile', async (_, meanwhile) => {
    openModal({ type: 'twoFactorVerify', props: { requestKey: 'key' } });
    const release = hold();
    await does(() => void journey.advance('Done.'));
    meanwhile();
    const left = open();
    await does(release);
    expect(open()).toEqual(left);
  });

  it('ER-01 says that the server can’t be reached, also while the browser is offline', async () => {
    onlineManager.setOnline(false);
    api.answers[INFO] = 'no answer';
    // The menu has a request, too, which waits for the network.
    void client.prefetchQuery(userInfoQuery('a.b.c'));
    await does(() => journey.advance('Done.'));
    expect(open()).toEqual({
      type: 'messageWithClose',
      props: {
        title: 'Connection Error',
        text: 'Done.',
        detail: expect.stringMatching(/^We couldn't reach the server/),
      },
    });
  });

  it('opens the login if the server says that the session has ended', async () => {
    api.answers[INFO] = refusal('auth.expired');
    await does(() => journey.advance('Done.'));
    expect(open()).toEqual({ type: 'login', props: { notice: 'Done.' } });
  });

  it('LG-05 continues after a login only with a pending vote, or if the session had ended, else ends with a message', async () => {
    await does(() => journey.afterLogin());
    expect(open()).toEqual({ type: 'message', props: { title: 'Welcome back', text: 'You are logged in, Ada.' } });
    useJourneyState.setState({ continueAfterLogin: true });
    await does(() => journey.afterLogin());
    expect(open()?.type).toBe('phoneOtp');
    expect(useJourneyState.getState().continueAfterLogin).toBe(false);
    useJourneyState.setState({ pendingVote: VOTE });
    await does(() => journey.afterLogin());
    expect(open()?.type).toBe('phoneOtp');
  });

  it('continues after an account step, with a notice or the reason', async () => {
    const setup = { to: 'twoFactorSetup', requestKey: 'key', qrCode: 'otpauth://totp/x' } as const;
    const { to: _, ...props } = setup;
    await does(() => journey.afterAccount(setup));
    expect(open()).toEqual({ type: 'twoFactorSetup', props: { ...props, notice: 'Your email is confirmed.' } });
    await does(() => journey.afterAccount(setup, ADA.email));
    const reason = 'You need to set up two-factor authentication';
    expect(open()).toEqual({ type: 'twoFactorSetup', props: { ...props, reason } });
    await does(() => journey.afterAccount({ to: 'emailOtp', requestId: 'request' }, ADA.email));
    expect(open()).toMatchObject({ type: 'emailOtp', props: { email: ADA.email, reason: expect.any(String) } });
    await does(() => journey.afterAccount({ to: 'twoFactorVerify', requestKey: 'key' }));
    expect(open()).toEqual({ type: 'twoFactorVerify', props: { requestKey: 'key' } });
  });
});

describe('a refused vote', () => {
  const both = refused('phone.unverified', { and: ['social.unverified'] });

  it('leads to the login, and ends the session that the server refused', async () => {
    await does(() => journey.afterRefusedVote(refused('auth.expired')));
    expect([open()?.type, useSession.getState().token]).toEqual(['login', undefined]);
  });

  it('VO-04 says what a verification in progress waits for, and leads to it', async () => {
    followVerification({ eventId: 'event', proofCode: undefined });
    await does(() => journey.afterRefusedVote(both));
    const onward = { type: 'socialVerification', props: { network: 'telegram' } };
    expect(open()).toMatchObject({ type: 'message', props: { title: 'Verification in progress', onward } });
    expect(open()).toMatchObject({ props: { text: 'Please wait until the verification is completed' } });
    followVerification({ eventId: 'event', proofCode: 'K7M2QX' });
    await does(() => journey.afterRefusedVote(both));
    expect(open()).toMatchObject({ props: { action: 'Show my code', other: { action: 'Use Telegram instead' } } });
  });

  it('VO-03 VO-06 leads to the social account, or to the phone, and says why', async () => {
    stored.telegramLink.write({ link: 'https://t.me/bot?start=x', expiresAt: Date.now() + 60_000 });
    await does(() => journey.afterRefusedVote(both));
    expect(open()).toMatchObject({ type: 'socialVerification', props: { reason: expect.any(String) } });
    await does(() => journey.afterRefusedVote(refused('phone.unverified')));
    expect(open()).toEqual({ type: 'phoneOtp', props: { reason: 'Confirm your phone number to vote' } });
  });

  it('opens nothing if the confirmation has to show it', () => {
    expect(journey.afterRefusedVote(refused('vote.not_open'))).toBe(false);
    expect(open()).toBeUndefined();
  });
});

it('the second factor returns the backup codes of a setup, or the failure', async () => {
  const data = { token: 'd.e.f', user: ADA, backupCodes: ['MFRGGZDFMZ'] };
  api.answers['POST /users/verify-otp'] = { body: { success: true, data } };
  expect(await journey.prove({ requestKey: 'key', otpCode: '123456' })).toEqual({ backupCodes: ['MFRGGZDFMZ'] });
  api.answers['POST /users/verify-otp'] = refusal('otp.invalid');
  const again = await journey.prove({ requestKey: 'key', otpCode: '123456' });
  expect(again).toMatchObject({ failure: { code: 'otp.invalid' } });
});
