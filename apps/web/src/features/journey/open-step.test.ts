import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileAwaited } from '../../lib/busy.ts';
import { closeModal, openModal, setClosable, useModals } from '../../modals/store.ts';
import type { ModalRequest } from '../../modals/types.ts';
import { beginSession, endSession } from '../../session/store.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { ADA } from '../../testing/voter.ts';
import { followSession, restoreOpenStep, storeOpenStep } from './open-step.ts';
import { restore } from './restore.ts';
import { dispatch, useJourneyState } from './store.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' };
const open = () => useModals.getState().current;

let tab: Map<string, string>;
let stopStoring: () => void;
beforeEach(() => {
  tab = stubWindow().session;
  stopStoring = storeOpenStep();
});
afterEach(cleanUp);
afterEach(() => stopStoring());

/** Reloads the page: only the tab's storage stays. */
const reload = async (): Promise<void> => {
  stopStoring();
  const before = new Map(tab);
  closeModal();
  dispatch({ type: 'voteEnded' });
  for (const [key, value] of before) tab.set(key, value);
  restoreOpenStep();
  await vi.dynamicImportSettled();
};

describe('a step that survives a reload', () => {
  it.each<ModalRequest>([
    { type: 'emailOtp', props: { email: 'ada@example.org' } },
    { type: 'twoFactorSetup', props: SETUP },
    { type: 'twoFactorVerify', props: { requestKey: 'key' } },
    { type: 'newPassword', props: { login: 'ada@example.org', requestId: 'request' } },
    { type: 'backupCodes', props: {} },
    { type: 'phoneOtp', props: {} },
    { type: 'socialVerification', props: {} },
    { type: 'voteConfirm', props: { vote: VOTE } },
    { type: 'ballot', props: { at: { nomination: 'best-partner', niche: 'crypto' }, chosen: 'orbit-crew' } },
  ])('is open again after a reload, with the vote it leads to: $type', async (step) => {
    useJourneyState.setState({ pendingVote: VOTE, inBallot: true });
    openModal(step);
    await reload();
    expect(open()).toEqual(step);
    expect(useJourneyState.getState()).toMatchObject({ pendingVote: VOTE, inBallot: true });
  });

  it('is the one for new backup codes if those of the setup were not saved; they are not stored', async () => {
    openModal({ type: 'twoFactorSetup', props: SETUP });
    beginSession('a.b.c', ADA);
    setClosable(false);
    await reload();
    expect(open()).toEqual({ type: 'backupCodes', props: { lost: true } });
  });

  it.each<ModalRequest>([
    { type: 'login', props: {} },
    { type: 'signup', props: {} },
    { type: 'faq', props: {} },
    { type: 'message', props: { title: 'Done', text: 'All is well.' } },
  ])('is not $type', async (step) => {
    openModal(step);
    await reload();
    expect(open()).toBeUndefined();
  });

  it('is stored while a message leads to it, and removed when it is closed', async () => {
    openModal({ type: 'message', props: { title: 'Sent', text: 'Look.' } }, { next: { type: 'emailOtp', props: {} } });
    await reload();
    expect(open()).toEqual({ type: 'emailOtp', props: {} });
    stopStoring = storeOpenStep();
    openModal({ type: 'phoneOtp', props: {} });
    closeModal();
    expect(tab.size).toBe(0);
  });

  it('opens without the notice it had', async () => {
    openModal({ type: 'phoneOtp', props: { reason: 'Confirm your phone number to vote' } });
    await reload();
    expect(open()).toEqual({ type: 'phoneOtp', props: {} });
  });
});

describe('a chosen nominee', () => {
  it.each<ModalRequest>([
    { type: 'login', props: {} },
    { type: 'signup', props: {} },
  ])('is pending again after a reload at $type, but no modal opens', async (modal) => {
    dispatch({ type: 'voteChosen', vote: VOTE, loggedIn: false });
    openModal(modal);
    await reload();
    expect([open(), useJourneyState.getState().pendingVote]).toEqual([undefined, VOTE]);
    // It survives another reload, too.
    stopStoring = storeOpenStep();
    openModal({ type: 'login', props: {} });
    await reload();
    expect(useJourneyState.getState().pendingVote).toEqual(VOTE);
  });

  it('is not stored once it was cast or given up', () => {
    dispatch({ type: 'voteChosen', vote: VOTE, loggedIn: false });
    closeModal();
    expect(tab.size).toBe(1);
    dispatch({ type: 'voteEnded' });
    expect(tab.size).toBe(0);
  });

  it('is pending again although a modal was opened meanwhile, but not in place of a new choice', () => {
    openModal({ type: 'login', props: {} });
    restore(JSON.stringify({ step: { type: 'phoneOtp', props: {} }, vote: VOTE }));
    expect([open()?.type, useJourneyState.getState().pendingVote]).toEqual(['login', VOTE]);
    restore(JSON.stringify({ vote: { ...VOTE, vote: 'another' } }));
    expect(useJourneyState.getState().pendingVote).toEqual(VOTE);
  });
});

describe('a stored step', () => {
  const storedStep = (step: unknown): string => JSON.stringify({ step });

  it('of the login stays closed for a logged-in visitor; another one opens', () => {
    beginSession('a.b.c', ADA);
    restore(storedStep({ type: 'twoFactorSetup', props: SETUP }));
    expect(open()).toBeUndefined();
    restore(storedStep({ type: 'phoneOtp', props: {} }));
    expect(open()).toEqual({ type: 'phoneOtp', props: {} });
  });

  it('does not replace a modal that is open', () => {
    openModal({ type: 'faq', props: {} });
    restore(storedStep({ type: 'phoneOtp', props: {} }));
    expect(open()).toEqual({ type: 'faq', props: {} });
  });

  it.each(['', 'null', '{}', '{"step":{"type":"login","props":{}}}', '{"step":{"type":"voteConfirm","props":{}}}'])(
    'is ignored if it is none of the steps that survive a reload: %s',
    (kept) => {
      restore(kept);
      expect(open()).toBeUndefined();
    },
  );
});

describe('a login or logout in another tab', () => {
  it('after a login closes a step of the login, or opens the pending vote', () => {
    openModal({ type: 'login', props: {} });
    beginSession('a.b.c', ADA);
    followSession();
    expect(open()).toBeUndefined();
    openModal({ type: 'emailOtp', props: {} });
    useJourneyState.setState({ pendingVote: VOTE });
    followSession();
    expect(open()).toEqual({ type: 'voteConfirm', props: { vote: VOTE } });
  });

  it('after a login leaves other steps open, and backup codes', () => {
    beginSession('a.b.c', ADA);
    openModal({ type: 'phoneOtp', props: {} });
    followSession();
    expect(open()?.type).toBe('phoneOtp');
    openModal({ type: 'twoFactorSetup', props: SETUP });
    setClosable(false);
    followSession();
    expect(open()?.type).toBe('twoFactorSetup');
  });

  it('after a login leaves a step open that waits for a response, which may contain backup codes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    openModal({ type: 'twoFactorSetup', props: SETUP });
    const answered = whileAwaited(() => promise);
    beginSession('a.b.c', ADA);
    followSession();
    expect(open()?.type).toBe('twoFactorSetup');
    resolve();
    await answered;
    followSession();
    expect(open()).toBeUndefined();
  });

  it('does nothing after a logout while a step is open', () => {
    useJourneyState.setState({ pendingVote: VOTE });
    openModal({ type: 'login', props: {} });
    followSession();
    expect([open()?.type, useJourneyState.getState().pendingVote]).toEqual(['login', VOTE]);
  });

  // This test fails if the vote is kept while any modal is open.
  it.each<ModalRequest | undefined>([undefined, { type: 'faq', props: {} }, { type: 'myVotes', props: {} }])(
    'ends a pending vote after a logout: the next visitor may be another person (%o)',
    (modal) => {
      beginSession('a.b.c', ADA);
      useJourneyState.setState({ pendingVote: VOTE });
      if (modal) openModal(modal);
      endSession();
      followSession();
      expect(useJourneyState.getState().pendingVote).toBeUndefined();
    },
  );
});
