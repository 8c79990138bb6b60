import { describe, expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { refused } from '../../testing/failures.ts';
import {
  carryToLogin,
  carryToSignup,
  draftOf,
  isVerified,
  kindOf,
  loginErrors,
  newPasswordErrors,
  resultOf,
  resultOfFailure,
  signupErrors,
  stepAfter,
} from './flow.ts';

const USER = { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/Laurel:ada?secret=JBSWY3DPEHPK3PXP' };

const LINK = { action: 'link_google_authenticator' } as const;
const NO_FLAGS = { isTwoFactorAction: false, isNotVerifiedEmail: false };

it('LG-01 a submission is email verification with a requestId, two-factor with a requestKey, otherwise a plain login', () => {
  expect(kindOf({ requestId: 'request', code: '123456' }).is).toBe('emailVerification');
  expect(kindOf({ requestKey: 'key', otpCode: '123456' }).is).toBe('secondFactor');
  expect(kindOf({ requestKey: 'key', backupCode: 'MFRGGZDFMZ' }).is).toBe('secondFactor');
  expect(kindOf({ login: 'ada@example.org', password: 'Secret1!' }).is).toBe('login');
});

describe('a login result', () => {
  it('LG-10 carries isTwoFactorAction with requestKey and qrCode, and the message', () => {
    const message = 'You need to set up two-factor authentication';
    const result = resultOf({ success: true, message, data: SETUP, metadata: LINK });
    expect(result).toEqual({ isTwoFactorAction: true, isNotVerifiedEmail: false, data: SETUP, message });
    expect(stepAfter(result)).toEqual({ to: 'twoFactorSetup', ...SETUP });
  });

  it('LG-10 carries isNotVerifiedEmail with the request id, and the error', () => {
    const error = refused('login.email_unverified', { data: { code: 'request' } });
    const result = resultOfFailure(error);
    expect(result).toEqual({ isTwoFactorAction: false, isNotVerifiedEmail: true, data: { code: 'request' }, error });
    expect(stepAfter(result)).toEqual({ to: 'emailOtp', requestId: 'request' });
  });

  it('LG-10 carries neither flag with a token, or with a request key alone', () => {
    const data = { token: 'a.b.c', user: USER };
    expect(resultOf({ success: true, data })).toEqual({ ...NO_FLAGS, data });
    expect(stepAfter(resultOf({ success: true, data }))).toEqual({ to: 'session', ...data, backupCodes: [] });
    const metadata = { action: 'verify_otp' } as const;
    const key = resultOf({ success: true, data: { requestKey: 'key' }, metadata });
    expect(key).toEqual({ ...NO_FLAGS, data: { requestKey: 'key' } });
    expect(stepAfter(key)).toEqual({ to: 'twoFactorVerify', requestKey: 'key' });
  });

  it('includes the backup codes of the first setup', () => {
    const data = { token: 'a.b.c', user: USER, backupCodes: ['MFRGGZDFMZ'] };
    expect(stepAfter(resultOf({ success: true, data }))).toEqual({ to: 'session', ...data });
  });

  it.each([
    refused('login.wrong_password'),
    refused('login.unknown'),
    refused('login.email_unverified'),
    refused('limit.exceeded'),
    connectionLost(),
  ])('LG-04 carries any other error back to the login screen (%s)', (error) => {
    expect(resultOfFailure(error)).toEqual({ ...NO_FLAGS, error });
    expect(stepAfter(resultOfFailure(error))).toEqual({ to: 'stay', failure: error });
  });

  it('continues to the setup if the email code was used and setup data is present', () => {
    const failure = refused('email_code.used', { data: SETUP });
    expect(stepAfter(resultOfFailure(failure))).toEqual({ to: 'twoFactorSetup', ...SETUP });
  });

  it.each([refused('email_code.wrong'), refused('email_code.expired'), refused('email_code.used'), connectionLost()])(
    'stays at the email code otherwise (%s)',
    (failure) => {
      expect(stepAfter(resultOfFailure(failure))).toEqual({ to: 'stay', failure });
    },
  );
});

describe('a failure', () => {
  it('shows under both fields if email and phone are taken', () => {
    const failure = refused('account.email_taken', { and: ['account.phone_taken'] });
    expect(signupErrors(failure).fields).toEqual(['email', 'phoneNumber']);
  });

  it('shows under the server’s field, by the key of the server’s message', () => {
    const fieldCodes = { email: 'emailInvalid', unknown: 'required' };
    const { fields, messages } = signupErrors(refused('request.invalid', { metadata: { fieldCodes } }));
    expect(fields).toEqual(['email']);
    expect(messages.get('email')).toBe('emailInvalid');
  });

  it('shows under the password, the login, or above the form', () => {
    expect(loginErrors(refused('login.wrong_password')).fields).toEqual(['password']);
    expect(loginErrors(refused('login.unknown')).fields).toEqual(['login']);
    expect(loginErrors(refused('limit.exceeded')).fields).toEqual([]);
    expect(loginErrors(connectionLost()).fields).toEqual([]);
    expect(newPasswordErrors(refused('email_code.wrong')).fields).toEqual(['code']);
    expect(newPasswordErrors(refused('email_code.expired')).fields).toEqual(['code']);
    expect(newPasswordErrors(connectionLost()).fields).toEqual([]);
  });
});

describe('the verified types', () => {
  const list = [
    { type: 'PHONE', verified: true },
    { type: 'INSTAGRAM_SUBSCRIPTION', verified: false },
  ];
  it('are the verified entries of the list', () => {
    expect(isVerified(list, 'PHONE')).toBe(true);
    expect(isVerified(list, 'INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')).toBe(false);
    expect(isVerified([], 'PHONE')).toBe(false);
  });
});

describe('a draft of typed values', () => {
  it('has no empty fields, and no other values of the form', () => {
    const form = { name: 'Ada', email: '', phoneNumber: '+380671234567', password: 'Secret1!', code: '123456' };
    expect(draftOf(form)).toEqual({ name: 'Ada', phoneNumber: '+380671234567' });
    expect(draftOf({ login: '', name: '', email: '' })).toBeUndefined();
  });

  it('carries an email from the login to the signup, and back; a phone number stays in the login', () => {
    expect(carryToSignup('ada@example.org')).toEqual({ login: 'ada@example.org', email: 'ada@example.org' });
    expect(carryToSignup('+380671234567')).toEqual({ login: '+380671234567' });
    expect(carryToLogin('ada@example.org')).toEqual({ login: 'ada@example.org' });
    expect(carryToLogin('')).toEqual({});
  });
});
