import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../lib/storage.ts';
import { closeModal, openModal, setClosable, useModals } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { beginSession, endSession } from '../session/store.ts';
import { stubWindow } from '../testing/browser-storage.ts';
import { followSession, keepOpenStep, resumeOpenStep } from './open-step.ts';
import { resume } from './resume.ts';
import { forgetWish, useWish, wishFor } from './wish.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const ADA = { name: 'Ada', email: 'ada@example.org', phoneNumber: null };
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' };
const open = () => useModals.getState().current;

let tab: Map<string, string>;
let stopKeeping: () => void;
beforeEach(() => {
  tab = stubWindow().session;
  stopKeeping = keepOpenStep();
});
afterEach(() => {
  stopKeeping();
  closeModal();
  forgetWish();
  endSession();
  clearStorage();
  vi.unstubAllGlobals();
});

/** What a reload finds: everything but the tab's storage is gone. */
const reload = async (): Promise<void> => {
  stopKeeping();
  const kept = new Map(tab);
  closeModal();
  forgetWish();
  for (const [key, value] of kept) tab.set(key, value);
  resumeOpenStep();
  await vi.dynamicImportSettled();
};

describe('a step that waits for something from outside', () => {
  it.each<ModalRequest>([
    { type: 'emailOtp', props: { email: 'ada@example.org' } },
    { type: 'twoFactorSetup', props: SETUP },
    { type: 'twoFactorVerify', props: { requestKey: 'key' } },
    { type: 'newPassword', props: { login: 'ada@example.org', requestId: 'request' } },
    { type: 'phoneOtp', props: {} },
    { type: 'socialVerification', props: {} },
    { type: 'voteConfirm', props: { vote: VOTE } },
  ])('is open again after a reload, with the vote it leads to: $type', async (step) => {
    useWish.setState({ vote: VOTE });
    openModal(step);
    await reload();
    expect(open()).toEqual(step);
    expect(useWish.getState().vote).toEqual(VOTE);
  });

  it.each<ModalRequest>([
    { type: 'login', props: {} },
    { type: 'signup', props: {} },
    { type: 'faq', props: {} },
    { type: 'message', props: { title: 'Done', text: 'All is well.' } },
  ])('is none of the others: $type', async (step) => {
    openModal(step);
    await reload();
    expect(open()).toBeUndefined();
  });

  it('is kept while a message leads to it, and forgotten when it is closed', async () => {
    openModal({ type: 'message', props: { title: 'Sent', text: 'Look.' } }, { next: { type: 'emailOtp', props: {} } });
    await reload();
    expect(open()).toEqual({ type: 'emailOtp', props: {} });
    stopKeeping = keepOpenStep();
    openModal({ type: 'phoneOtp', props: {} });
    closeModal();
    expect(tab.size).toBe(0);
  });

  it('says no more what was said at its top', async () => {
    openModal({ type: 'phoneOtp', props: { reason: 'Verify your phone number to vote' } });
    await reload();
    expect(open()).toEqual({ type: 'phoneOtp', props: {} });
  });
});

describe('a step that was kept', () => {
  const entrance = new Set(['emailOtp', 'twoFactorSetup'] as const);
  const keptStep = (step: unknown): string => JSON.stringify({ step });

  it('of the way in is past where somebody is logged in; another one is not', () => {
    beginSession('a.b.c', ADA);
    resume(keptStep({ type: 'twoFactorSetup', props: SETUP }), entrance);
    expect(open()).toBeUndefined();
    resume(keptStep({ type: 'phoneOtp', props: {} }), entrance);
    expect(open()).toEqual({ type: 'phoneOtp', props: {} });
  });

  it('takes the place of nothing that the person has opened meanwhile', () => {
    openModal({ type: 'faq', props: {} });
    resume(keptStep({ type: 'phoneOtp', props: {} }), entrance);
    expect(open()).toEqual({ type: 'faq', props: {} });
  });

  it.each(['', 'null', '{}', '{"step":{"type":"login","props":{}}}', '{"step":{"type":"voteConfirm","props":{}}}'])(
    'is nothing where it is none of ours: %s',
    (kept) => {
      resume(kept, entrance);
      expect(open()).toBeUndefined();
    },
  );
});

describe('VO-01 a nominee that was chosen', () => {
  it('leads to the login, and to the vote where somebody is logged in', () => {
    wishFor(VOTE);
    expect(open()).toEqual({ type: 'login', props: {} });
    expect(useWish.getState().vote).toEqual(VOTE);
    beginSession('a.b.c', ADA);
    wishFor(VOTE);
    expect(open()).toEqual({ type: 'voteConfirm', props: { vote: VOTE } });
  });
});

describe('a login in another tab', () => {
  it('closes a step of the way in, or leads on to the vote it was for', () => {
    openModal({ type: 'login', props: {} });
    beginSession('a.b.c', ADA);
    followSession();
    expect(open()).toBeUndefined();
    openModal({ type: 'emailOtp', props: {} });
    useWish.setState({ vote: VOTE });
    followSession();
    expect(open()).toEqual({ type: 'voteConfirm', props: { vote: VOTE } });
  });

  it('leaves alone what is no step of the way in, and backup codes', () => {
    beginSession('a.b.c', ADA);
    openModal({ type: 'phoneOtp', props: {} });
    followSession();
    expect(open()?.type).toBe('phoneOtp');
    openModal({ type: 'twoFactorSetup', props: SETUP });
    setClosable(false);
    followSession();
    expect(open()?.type).toBe('twoFactorSetup');
  });

  it('does nothing to a logout', () => {
    openModal({ type: 'login', props: {} });
    followSession();
    expect(open()?.type).toBe('login');
  });
});
