import { describe, expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { refused } from '../../testing/failures.ts';
import {
  blameInLogin,
  blameInSignup,
  isVerified,
  stepAfterEmailCode,
  stepAfterEmailCodeFailure,
  stepAfterLogin,
  stepAfterLoginFailure,
} from './flow.ts';

const USER = { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/Laurel:ada?secret=JBSWY3DPEHPK3PXP' };

describe('after a login', () => {
  it('is in, where a token came', () => {
    const step = stepAfterLogin({ success: true, data: { token: 'a.b.c', user: USER } });
    expect(step).toEqual({ to: 'session', token: 'a.b.c', user: USER });
  });

  it('sets up two-factor, where setup data came', () => {
    const metadata = { action: 'link_google_authenticator' } as const;
    expect(stepAfterLogin({ success: true, data: SETUP, metadata })).toEqual({ to: 'twoFactorSetup', ...SETUP });
  });

  it('proves two-factor, where only a request key came', () => {
    const reply = { success: true, data: { requestKey: 'key' }, metadata: { action: 'verify_otp' } } as const;
    expect(stepAfterLogin(reply)).toEqual({ to: 'twoFactorVerify', requestKey: 'key' });
  });

  it('asks for the email code, where the mailbox is not proven', () => {
    const failure = refused('login.email_unverified', { data: { code: 'request' } });
    expect(stepAfterLoginFailure(failure)).toEqual({ to: 'emailOtp', requestId: 'request', failure });
  });

  it.each([
    refused('login.wrong_password'),
    refused('login.unknown'),
    refused('login.email_unverified'),
    connectionLost(),
  ])('stays at the login otherwise (%s)', (failure) => {
    expect(stepAfterLoginFailure(failure)).toEqual({ to: 'stay', failure });
  });
});

describe('after an email code', () => {
  it('goes on to two-factor', () => {
    const metadata = { action: 'link_google_authenticator' } as const;
    expect(stepAfterEmailCode({ success: true, data: SETUP, metadata })).toEqual({ to: 'twoFactorSetup', ...SETUP });
  });

  it('jumps there where the code was used already and new setup data came', () => {
    const failure = refused('email_code.used', { data: SETUP });
    expect(stepAfterEmailCodeFailure(failure)).toEqual({ to: 'twoFactorSetup', ...SETUP });
  });

  it.each([refused('email_code.wrong'), refused('email_code.expired'), refused('email_code.used'), connectionLost()])(
    'stays otherwise (%s)',
    (failure) => {
      expect(stepAfterEmailCodeFailure(failure)).toEqual({ to: 'stay', failure });
    },
  );
});

describe('where a failure is said', () => {
  it('under both fields where email and phone are taken', () => {
    const failure = refused('account.email_taken', { and: ['account.phone_taken'] });
    expect(blameInSignup(failure).fields).toEqual(['email', 'phoneNumber']);
  });

  it('under the field that the server names, in its words', () => {
    const fields = { email: 'You entered an incorrect email', unknown: 'x' };
    const { fields: named, messages } = blameInSignup(refused('request.invalid', { metadata: { fields } }));
    expect(named).toEqual(['email']);
    expect(messages.get('email')).toBe('You entered an incorrect email');
  });

  it('under the password, the login, or above the form', () => {
    expect(blameInLogin(refused('login.wrong_password')).fields).toEqual(['password']);
    expect(blameInLogin(refused('login.unknown')).fields).toEqual(['login']);
    expect(blameInLogin(refused('limit.exceeded')).fields).toEqual([]);
    expect(blameInLogin(connectionLost()).fields).toEqual([]);
  });
});

describe('what is verified', () => {
  const list = [
    { type: 'PHONE', verified: true },
    { type: 'INSTAGRAM_SUBSCRIPTION', verified: false },
  ];
  it('is what stands in the list as verified', () => {
    expect(isVerified(list, 'PHONE')).toBe(true);
    expect(isVerified(list, 'INSTAGRAM_SUBSCRIPTION', 'TELEGRAM_SUBSCRIPTION')).toBe(false);
    expect(isVerified([], 'PHONE')).toBe(false);
  });
});
