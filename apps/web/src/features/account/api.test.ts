import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../lib/stored.ts';
import { beginSession, useSession } from '../../session/store.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { refusal } from '../../testing/failures.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { ADA } from '../../testing/voter.ts';
import {
  changeableSignup,
  confirmEmail,
  logOut,
  sendEmailCodeAgain,
  setNewPassword,
  signUp,
  submitLogin,
} from './api.ts';

const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' };
const LINK = { action: 'link_google_authenticator' };
const LOGIN = { login: ADA.email, password: 'Secret1!' };

let api: ReturnType<typeof stubApi>;
let kept: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  kept = stubWindow().local;
  api = stubApi({}, () => useSession.getState().token);
});
afterEach(cleanUp);

describe('the browser’s storage', () => {
  it('SE-01 holds a session, and no setup secret, after the second factor', async () => {
    stored.twoFactorSetup.write(SETUP);
    stored.requestId.write('of another account');
    const data = { token: 'a.b.c', user: ADA, backupCodes: ['MFRGGZDFMZ'] };
    api.answers['POST /users/verify-otp'] = { body: { success: true, data } };
    await submitLogin({ requestKey: 'key', otpCode: '123456' });
    expect(useSession.getState()).toEqual({ token: 'a.b.c', user: ADA });
    expect([...kept.keys()].sort()).toEqual(['authToken', 'currentUser']);
  });

  it('LG-03 holds the request id until the email is confirmed', async () => {
    api.answers['POST /users/login'] = refusal('login.email_unverified', { data: { code: 'request-1' } });
    expect(await submitLogin(LOGIN)).toEqual({ to: 'emailOtp', requestId: 'request-1' });
    expect(api.requests.at(-1)?.body).toEqual({ ...LOGIN, rememberMe: true });
    expect(stored.requestId.read()).toBe('request-1');
    api.answers['POST /users/verify-email'] = { body: { success: true, data: SETUP, metadata: LINK } };
    expect(await confirmEmail('123456')).toEqual({ to: 'twoFactorSetup', ...SETUP });
    expect(api.requests.at(-1)?.body).toEqual({ requestId: 'request-1', code: '123456' });
    expect(stored.requestId.read()).toBeUndefined();
    expect(stored.twoFactorSetup.read()).toEqual(SETUP);
  });

  it('holds the login that awaits a code, and no setup of an earlier account', async () => {
    api.answers['POST /users/login'] = refusal('login.email_unverified', { data: { code: 'request-1' } });
    stored.twoFactorSetup.write(SETUP);
    stored.signupData.write({ email: ADA.email, name: ADA.name });
    await submitLogin(LOGIN);
    expect(stored.twoFactorSetup.read()).toBeUndefined();
    expect(stored.signupData.read()).toEqual({ email: ADA.email, name: ADA.name });
    await submitLogin({ ...LOGIN, login: 'grace@example.org' });
    expect(stored.signupData.read()).toEqual({ email: 'grace@example.org' });
    await submitLogin({ ...LOGIN, login: ADA.phoneNumber });
    expect(stored.signupData.read()).toEqual({ phoneNumber: ADA.phoneNumber });
  });

  it.each([ADA.email, 'Ada@Example.org', ADA.phoneNumber, '380671234567'])(
    'MD-10 LG-03 keeps what the person who logs in with %s typed at the sign-up',
    async (login) => {
      api.answers['POST /users/login'] = refusal('login.email_unverified', { data: { code: 'request-1' } });
      stored.signupData.write({ ...ADA, instagram: 'ada' });
      await submitLogin({ ...LOGIN, login });
      expect(stored.signupData.read()).toEqual({ ...ADA, instagram: 'ada' });
    },
  );

  it('LG-04 holds nothing after a refusal', async () => {
    api.answers['POST /users/login'] = refusal('login.wrong_password');
    expect(await submitLogin(LOGIN)).toMatchObject({ to: 'stay', failure: { code: 'login.wrong_password' } });
    expect(kept.size).toBe(0);
  });

  it('holds the request id and the support data after a signup, but no password', async () => {
    api.answers['POST /users/register'] = { status: 201, body: { success: true, data: { code: 'request-1' } } };
    stored.signupData.write({ email: 'ben@example.org', instagram: 'ben' });
    await signUp({ ...ADA, password: 'Secret1!' });
    expect(stored.requestId.read()).toBe('request-1');
    expect(stored.signupData.read()).toEqual({ ...ADA, registration: 'request-1' });
    expect(JSON.stringify([...kept])).not.toContain('Secret1!');
    api.answers['POST /users/resend-email-code'] = { body: { success: true, data: { code: 'request-2' } } };
    await sendEmailCodeAgain(ADA.email);
    expect(stored.requestId.read()).toBe('request-2');
  });

  it('holds the request id of a signup until another login, for a correction of its address', async () => {
    const reply = (code: string) => ({ status: 201, body: { success: true, data: { code } } });
    api.answers['POST /users/register'] = reply('request-1');
    await signUp({ ...ADA, password: 'Secret1!' });
    expect(changeableSignup(ADA.email)).toEqual({ replaces: 'request-1', draft: ADA });
    expect(changeableSignup('ben@example.org')).toBeUndefined();
    expect(changeableSignup(undefined)).toBeUndefined();
    api.answers['POST /users/register'] = reply('request-2');
    const corrected = { ...ADA, email: 'ada@example.com' };
    await signUp({ ...corrected, password: 'Secret1!', replaces: 'request-1' });
    expect(api.requests.map(({ body }) => body)).toEqual([
      { ...ADA, password: 'Secret1!' },
      { ...corrected, password: 'Secret1!', replaces: 'request-1' },
    ]);
    expect(changeableSignup(ADA.email)).toBeUndefined();
    expect(changeableSignup(corrected.email)?.replaces).toBe('request-2');
    stored.signupData.write({ email: corrected.email });
    expect(changeableSignup(corrected.email)).toBeUndefined();
  });

  it('holds no session after a new password or after a logout that did not reach the server', async () => {
    api.answers['POST /users/reset-password'] = { body: { success: true } };
    beginSession('a.b.c', ADA);
    await setNewPassword({ requestId: 'request-1', code: '123456', password: 'Secret2!' });
    expect(useSession.getState().token).toBeUndefined();
    beginSession('d.e.f', ADA);
    api.answers['POST /users/logout'] = 'no answer';
    await logOut();
    expect(useSession.getState().token).toBeUndefined();
    expect(api.requests.at(-1)?.headers.get('authorization')).toBe('Bearer d.e.f');
  });
});
