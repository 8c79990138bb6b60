import { useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  deviceCookieOf,
  logIn,
  newPerson,
  openSession,
  type Person,
  proveMailbox,
  refusalOf,
  register,
  resetPassword,
  setupOf,
  signUp,
} from '@laurel/support/people';
import { firstBallot } from '@laurel/support/voters';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyPurpose } from '../codes/port.ts';

const TTL_MS = 30 * 60_000;
const OTP_INVALID = { status: 400, code: 'otp.invalid' };

const api = useTestApi();
let person: Person;
beforeEach(() => {
  person = newPerson();
});

const vote = (token: string) => api.post('/vote', firstBallot(api), { token });
const verify = (requestKey: string, otpCode: string) => api.post('/users/verify-otp', { requestKey, otpCode });
const codeFor = (qrCode: string) => authenticatorCode(qrCode, api.clock.now());
const accountOf = ({ email }: Person) => api.deps.db.account.findFirstOrThrow({ where: { email } });
const issueKey = async (purpose: KeyPurpose) => {
  const { id: accountId } = await accountOf(person);
  const { codes, transact } = api.deps;
  return transact((tx) => codes.issueKey(tx, { accountId, purpose, ttlMs: TTL_MS, now: api.clock.now() }));
};
const loginKey = async (cookie?: string): Promise<string> => {
  const response = await logIn(api, person, cookie ? { headers: { cookie } } : {});
  return response.json().data.requestKey;
};

describe('before email and two-factor are done', () => {
  it('US-02 a setup key of an account whose email is not verified is refused', async () => {
    await register(api, person);
    const { id } = await accountOf(person);
    const begun = api.deps.transact((tx) =>
      api.deps.twoFactor.beginSetup(tx, { id, email: person.email, browser: 'first' }, api.clock.now()),
    );
    await expect(begun).rejects.toMatchObject({ code: 'otp.invalid' });

    const other = newPerson();
    const { qrCode } = await proveMailbox(api, other);
    const otherId = (await accountOf(other)).id;
    const setup = await api.deps.db.twoFactorSetup.findFirstOrThrow({ where: { accountId: otherId } });
    await api.deps.db.twoFactorSetup.update({ where: { id: setup.id }, data: { accountId: id } });
    const requestKey = await issueKey({ kind: 'totp_setup', setupId: setup.id });
    expect(refusalOf(await verify(requestKey, codeFor(qrCode)))).toMatchObject(OTP_INVALID);
    expect((await accountOf(person)).totpConfirmedAt).toBeNull();
    expect(await api.deps.db.session.count({ where: { accountId: id } })).toBe(0);
  });

  it('US-02 a login key of an account whose two-factor is not confirmed is refused', async () => {
    const { qrCode } = await proveMailbox(api, person);
    const requestKey = await issueKey({ kind: 'totp_login' });
    expect(refusalOf(await verify(requestKey, codeFor(qrCode)))).toMatchObject(OTP_INVALID);
    expect((await accountOf(person)).totpConfirmedAt).toBeNull();
  });
});

describe('a session that was opened without these steps', () => {
  it('US-02 can’t vote while email or two-factor is missing', async () => {
    const open = async (): Promise<string> => {
      const { id } = await accountOf(person);
      return (await openSession(api, id)).token;
    };
    await register(api, person);
    expect(refusalOf(await vote(await open()))).toMatchObject({ status: 401, code: 'auth.expired' });
    person = newPerson();
    await proveMailbox(api, person);
    expect(refusalOf(await vote(await open()))).toMatchObject({ status: 401, code: 'auth.expired' });
    // With both done, the phone is missing.
    person = newPerson();
    const { token } = await signUp(api, person);
    expect(refusalOf(await vote(token))).toMatchObject({ status: 403, code: 'phone.unverified' });
  });
});

describe('a reset of', () => {
  it('US-02 RO-01 two-factor ends every session, deletes every device and stops votes', async () => {
    const { token, cookie, qrCode } = await signUp(api, person);
    const open = await loginKey();
    const { id } = await accountOf(person);
    const organiser = { actor: 'olena', reason: 'lost the phone' };
    await api.deps.support.resetTwoFactor({ id, organiser, now: api.clock.now() });

    expect(refusalOf(await api.get('/users/info', { token }))).toMatchObject({ status: 401, code: 'auth.expired' });
    expect(refusalOf(await vote(token))).toMatchObject({ status: 401 });
    expect(refusalOf(await verify(open, codeFor(qrCode)))).toMatchObject(OTP_INVALID);
    const { backupCode, device } = api.deps.db;
    expect(await backupCode.count({ where: { accountId: id } })).toBe(0);
    expect(await device.count({ where: { accountId: id } })).toBe(0);

    // The next login sets it up again with another secret, also on a known device.
    const again = await logIn(api, person, { headers: { cookie } });
    expect(again.json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });
    const setup = setupOf(again);
    expect(setup.qrCode).not.toBe(qrCode);
    expect(refusalOf(await verify(setup.requestKey, codeFor(qrCode)))).toMatchObject(OTP_INVALID);
    expect((await verify(setup.requestKey, codeFor(setup.qrCode))).statusCode).toBe(200);
  });

  it('US-02 the password ends every session and every login in progress', async () => {
    const { token, qrCode } = await signUp(api, person);
    const open = await loginKey();
    person = await resetPassword(api, person);
    expect(refusalOf(await api.get('/users/info', { token }))).toMatchObject({ status: 401 });
    expect(refusalOf(await verify(open, codeFor(qrCode)))).toMatchObject(OTP_INVALID);
    // Two-factor itself stays.
    const response = await verify(await loginKey(), codeFor(qrCode));
    expect(response.statusCode).toBe(200);
    expect(deviceCookieOf(response)).not.toBe('');
  });
});
