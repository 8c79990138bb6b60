// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { followHistory } from '../../../modals/history.ts';
import { useModals } from '../../../modals/store.ts';
import { endSession } from '../../../session/store.ts';
import { startModals } from '../../../testing/modals.tsx';
import { page, person } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { SCREENS } from '../../../testing/screens.ts';
import { ADA } from '../../../testing/voter.ts';

const { show, close, api } = startModals();
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x:ada?secret=JBSWY3DPEHPK3PXP' };
const OPENINGS = {
  forgotPassword: { type: 'forgotPassword', props: {} },
  newPassword: { type: 'newPassword', props: { login: ADA.email, requestId: 'request' } },
  emailOtp: { type: 'emailOtp', props: {} },
  twoFactorSetup: { type: 'twoFactorSetup', props: SETUP },
  twoFactorVerify: { type: 'twoFactorVerify', props: { requestKey: 'key' } },
  backupCodes: { type: 'backupCodes', props: {} },
} as const;

describe('the step of the code by mail', () => {
  const LINK = 'Wrong address? Change it';
  const labels = () => [...document.querySelectorAll('[role=dialog] button')].map(({ textContent }) => textContent);

  it('leads back to the form of this browser’s sign-up, which replaces it', async () => {
    stored.signupData.write({ ...ADA, registration: 'request-1' });
    await show({ type: 'emailOtp', props: { email: ADA.email } });
    await person.press(LINK);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(useModals.getState().current).toMatchObject({ type: 'signup', props: { replaces: 'request-1' } });
    expect([page.field('Name').value, page.field('Email').value]).toEqual([ADA.name, ADA.email]);
    expect(page.field('Phone').value.replaceAll(' ', '')).toBe(ADA.phoneNumber);
  });

  it.each([
    ['no sign-up', undefined],
    ['another address', { ...ADA, email: 'ben@example.org', registration: 'request-1' }],
    ['a login only', { email: ADA.email }],
  ])('leads nowhere with %s in this browser', async (_what, signup) => {
    if (signup) stored.signupData.write(signup);
    await show({ type: 'emailOtp', props: { email: ADA.email } });
    expect(labels()).toContain('Send the code again');
    expect(labels()).not.toContain(LINK);
  });
});

it('LG-08 ER-11 the signup ends with a message, which goes on to the code by itself', async () => {
  endSession();
  api().answers['POST /users/register'] = { status: 201, body: { success: true, data: { code: 'request-1' } } };
  await show(SCREENS.signup.request);
  await SCREENS.signup.reach();
  await SCREENS.signup.press('en');
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(page.title()).toBe('Account created');
  expect(page.news('status')).toEqual([expect.stringContaining(`We sent a 6-digit code to ${ADA.email}.`)]);
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(page.title()).toBe('Confirm your email');
});

it('the login has the address of the journey that was left', async () => {
  endSession();
  stored.requestId.write('request');
  stored.signupData.write(ADA);
  await show({ type: 'login', props: {} });
  expect(page.field('Email or phone').value).toBe(ADA.email);
});

describe('the browser’s Back', () => {
  const goBack = async () => {
    await act(() => {
      window.history.replaceState({ layer: 0 }, '');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await act(() => vi.advanceTimersByTimeAsync(10));
  };
  let stop: () => void;
  beforeEach(() => {
    stop = followHistory();
    stored.supportWarningConfirmed.write(true);
  });
  afterEach(() => stop());

  it.each([
    ['forgotPassword', 'login'],
    ['newPassword', 'forgotPassword'],
    ['emailOtp', 'login'],
    ['twoFactorVerify', 'login'],
  ] as const)('leads from %s one step back, to %s, and then closes it', async (from, to) => {
    await show(OPENINGS[from]);
    await goBack();
    expect(useModals.getState().current?.type).toBe(to);
    if (to === 'forgotPassword') await goBack();
    await goBack();
    expect(useModals.getState().current).toBeUndefined();
  });

  it('leads from the code of this browser’s sign-up to its form, with the address', async () => {
    stored.signupData.write({ ...ADA, registration: 'request-1' });
    await show({ type: 'emailOtp', props: { email: ADA.email } });
    await goBack();
    expect([useModals.getState().current?.type, page.field('Email').value]).toEqual(['signup', ADA.email]);
  });

  it('leads one step back within a modal', async () => {
    await show(OPENINGS.twoFactorSetup);
    const first = page.title();
    await person.press('Continue');
    expect(page.title()).not.toBe(first);
    await goBack();
    expect(page.title()).toBe(first);
    await goBack();
    expect(useModals.getState().current).toBeUndefined();
  });

  it('leads from the app’s code before a text message to the number, and then closes the step', async () => {
    const { request, reach } = SCREENS.phoneRequestWithCode;
    await show(request);
    await reach(api().answers);
    await goBack();
    expect(page.title()).toBe('Confirm your phone');
    await goBack();
    expect(useModals.getState().current).toBeUndefined();
  });

  it('leads from a backup code to the app’s code, and then to the login', async () => {
    await show(OPENINGS.twoFactorVerify);
    await person.press('Use a backup code');
    await goBack();
    expect(page.field('Code from the app')).toBeDefined();
    await goBack();
    expect(useModals.getState().current?.type).toBe('login');
  });
});

describe('new backup codes', () => {
  const RENEW = 'POST /users/backup-codes';
  const codes = () => [...document.body.querySelectorAll('li code')].map(({ textContent }) => textContent);
  beforeEach(() => {
    api().answers[RENEW] = { body: { success: true, data: { backupCodes: ['MFRGGZDFMZ'] } } };
  });

  it('need a code of the app, and stay until they are saved', async () => {
    await show(OPENINGS.backupCodes);
    await person.fill('Code from the app', '123456');
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(api().requests.find(({ path }) => path === '/users/backup-codes')?.body).toEqual({ otpCode: '123456' });
    expect([codes(), useModals.getState().closable]).toEqual([['MFRGG ZDFMZ'], false]);
    await person.press('I have saved them');
    expect(useModals.getState().current).toBeUndefined();
  });

  it('go on with the journey if those of its setup were lost', async () => {
    await show({ type: 'backupCodes', props: { lost: true } });
    expect(page.title()).toBe('Your backup codes are gone');
    await person.fill('Code from the app', '123456');
    await act(() => vi.advanceTimersByTimeAsync(10));
    await person.press('I have saved them');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(useModals.getState().current?.type).toBe('phoneOtp');
  });

  it('stay open when the session ends while they show, and only then', async () => {
    await show(OPENINGS.backupCodes);
    await person.fill('Code from the app', '123456');
    await act(() => vi.advanceTimersByTimeAsync(10));
    await act(endSession);
    expect(codes()).toEqual(['MFRGG ZDFMZ']);
    await close();
    await show(OPENINGS.backupCodes);
    expect(useModals.getState().current).toBeUndefined();
  });
});
