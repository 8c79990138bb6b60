// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { clearStorage } from '../lib/storage.ts';
import { stored } from '../lib/stored.ts';
import { closeModal, openModal, useModals } from '../modals/store.ts';
import { beginSession, useSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { category, editionWith, nomination } from '../testing/edition.ts';
import { stubApi } from '../testing/fake-api.ts';
import { inPage } from '../testing/page.tsx';
import { act, render } from '../testing/render.tsx';
import { ADA, userInfo } from '../testing/voter.ts';
import Resume from './resume.tsx';
// Loads this module before the tests. The page loads it later, with import().
import '../features/voting/calls.ts';

const EDITION = editionWith({ nominations: [nomination('Best partner', category('crypto'))] });
const LOGIN = { type: 'login', props: {} };
const current = () => useModals.getState().current;
const open = (...verified: readonly string[]) => {
  const own = { 'GET /vote/my-votes': { body: [] }, 'GET /users/info': userInfo(verified) };
  stubApi(own, () => useSession.getState().token);
  return render(inPage(<Resume />, { edition: EDITION }));
};

beforeEach(async () => {
  clearStorage();
  window.history.replaceState(null, '', '/?resume=1&lang=en');
  await startI18n('en');
});
afterEach(cleanUp);

describe('the link of a reminder', () => {
  it.each([
    ['the phone', [], 'phoneOtp'],
    ['the social account', ['PHONE'], 'socialVerification'],
    ['the ballot', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], 'ballot'],
  ])('opens %s for who is logged in, once', async (_step, verified, modal) => {
    beginSession('a.b.c', ADA);
    await open(...verified);
    await expect.poll(() => current()?.type).toBe(modal);
    expect(window.location.search).not.toContain('resume');
    await act(closeModal);
    expect(current()).toBeUndefined();
  });

  it('is not an address that has its word elsewhere', async () => {
    window.history.replaceState(null, '', '/?utm_campaign=resume');
    await open();
    expect(current()).toBeUndefined();
  });

  it('asks others to log in, and then opens the step', async () => {
    await open('PHONE');
    expect(current()).toEqual(LOGIN);
    const message = { type: 'message', props: { title: 'Welcome back', text: 'Ada' } } as const;
    await act(() => {
      beginSession('a.b.c', ADA);
      openModal(message);
    });
    expect(current()).toEqual(message);
    await act(closeModal);
    await expect.poll(() => current()?.type).toBe('socialVerification');
  });

  it('does not insist once the login is closed', async () => {
    await open('PHONE');
    await act(closeModal);
    expect(current()).toBeUndefined();
    await act(() => beginSession('a.b.c', ADA));
    expect(current()).toBeUndefined();
  });

  it('continues where this browser left the sign-up', async () => {
    stored.requestId.write('request');
    stored.signupData.write({ email: 'ada@example.org' });
    await open();
    expect(current()).toEqual({ type: 'emailOtp', props: { email: 'ada@example.org' } });
  });
});
