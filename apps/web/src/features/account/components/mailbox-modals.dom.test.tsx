// @vitest-environment happy-dom

import { describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { EmailCodeModal } from './email-code-modal.tsx';
import { ForgotModal } from './forgot-modal.tsx';
import { NewPasswordModal } from './new-password-modal.tsx';

const EMAIL = 'ada@example.org';
const PASSWORD = 'Secret1!';
const RESENT = 'If this account still waits for a code, we sent a new one. Only the latest one works.';
const LOG_IN = 'Already confirmed? Log in';
const SETUP = { requestKey: 'key', qrCode: 'otpauth://totp/x?secret=y' };
let shown: Awaited<ReturnType<typeof showStep>>;
const { answers, bodies, fill, pass, press, times } = startStep();

describe('the code from the email', () => {
  const [onStep, onStartAgain] = [vi.fn(), vi.fn()];
  const open = async (more: { email?: string; reason?: string }) => {
    onStep.mockReset();
    onStartAgain.mockReset();
    stored.requestId.write('request-1');
    shown = await showStep(<EmailCodeModal steps={4} onStep={onStep} onStartAgain={onStartAgain} {...more} />);
  };

  it('continues to the authenticator', async () => {
    await open({ email: EMAIL, reason: 'Please verify your email' });
    expect(page.news('alert')).toEqual(['Please verify your email']);
    answers['POST /users/verify-email'] = {
      body: { success: true, data: SETUP, metadata: { action: 'link_google_authenticator' } },
    };
    await fill({ 'Code from the email': '123456' });
    expect(bodies('/users/verify-email')).toEqual([{ requestId: 'request-1', code: '123456' }]);
    expect(onStep.mock.calls).toEqual([[{ to: 'twoFactorSetup', ...SETUP }]]);
    expect(page.news('alert')).toEqual([]);
  });

  it('is sent again to the same address, and only the new one is valid', async () => {
    await open({ email: EMAIL, reason: 'Please verify your email' });
    answers['POST /users/resend-email-code'] = ok({ code: 'request-2' });
    await press('Send the code again');
    expect(bodies('/users/resend-email-code')).toEqual([{ login: EMAIL }]);
    expect([page.news('alert'), page.news('status')]).toEqual([[], [RESENT]]);
    answers['POST /users/verify-email'] = refusal('email_code.wrong');
    await fill({ 'Code from the email': '000000' });
    expect(bodies('/users/verify-email')).toEqual([{ requestId: 'request-2', code: '000000' }]);
    expect([page.field('Code from the email').value, page.errorOf('Code from the email')]).toEqual([
      '',
      expect.any(String),
    ]);
    // The earlier notice disappears.
    expect(page.news('status')).toEqual([]);
    expect(onStep).not.toHaveBeenCalled();
  });

  // This test fails without this button: a visitor whose email is confirmed gets no code, and finds no way to the
  // login.
  it('leads to the login once a code was refused or requested again: the email may be confirmed already', async () => {
    await open({ email: EMAIL });
    expect(page.buttons()).not.toContain(LOG_IN);
    answers['POST /users/verify-email'] = refusal('email_code.expired');
    await fill({ 'Code from the email': '123456' });
    await press(LOG_IN);
    expect(onStartAgain).toHaveBeenCalledTimes(1);
    await shown.close();
    await open({ email: EMAIL });
    answers['POST /users/resend-email-code'] = ok({ code: 'request-2' });
    await press('Send the code again');
    await press(LOG_IN);
    expect(onStartAgain).toHaveBeenCalledTimes(1);
  });

  it('is not sent again without an address', async () => {
    await open({});
    expect(page.buttons()).not.toContain('Send the code again');
  });
});

describe('a new password', () => {
  it('starts with the account', async () => {
    const onSent = vi.fn();
    shown = await showStep(<ForgotModal login={EMAIL} onSent={onSent} onBack={() => undefined} />);
    answers['POST /users/forgot-password'] = ok({ code: 'request-1' });
    await press('Send the code');
    expect(onSent.mock.calls).toEqual([[EMAIL, 'request-1']]);
    // A browser may fill the field without an event that React notices.
    await person.fillUnnoticed('Email or phone', 'other@example.org');
    await press('Send the code');
    expect(bodies('/users/forgot-password').at(-1)).toEqual({ login: 'other@example.org' });
    expect(onSent).toHaveBeenLastCalledWith('other@example.org', 'request-1');
  });

  it('is set with the latest code, which two presses request only once', async () => {
    const [onDone, onSentAgain] = [vi.fn(), vi.fn()];
    const step = (requestId: string) => (
      <NewPasswordModal login={EMAIL} requestId={requestId} onSentAgain={onSentAgain} onDone={onDone} />
    );
    shown = await showStep(step('request-1'));
    await fill({ 'Code from the email': '111111' });
    for (const field of ['New password', 'Repeat password']) await person.fillUnnoticed(field, PASSWORD);
    answers['POST /users/reset-password'] = refusal('email_code.wrong');
    await press('Change password');
    expect(page.errorOf('Code from the email')).toBeTruthy();
    const answer = Promise.withResolvers<ReturnType<typeof ok>>();
    answers['POST /users/forgot-password'] = () => answer.promise;
    await press('Send the code again');
    await press('Send the code again');
    answer.resolve(ok({ code: 'request-2' }));
    await pass();
    expect(times('/users/forgot-password')).toBe(1);
    expect(onSentAgain.mock.calls).toEqual([['request-2']]);
    expect(page.news('status')).toEqual([`If ${EMAIL} has an account, we sent a new code. Only the latest one works.`]);
    expect([page.field('Code from the email').value, page.errorOf('Code from the email')]).toEqual(['', undefined]);
    // The input stays.
    expect(page.field('New password').value).toBe(PASSWORD);
    await shown.rerender(step('request-2'));
    await fill({ 'Code from the email': '222222' });
    answers['POST /users/reset-password'] = { body: { success: true } };
    await press('Change password');
    expect(bodies('/users/reset-password').at(-1)).toEqual({
      requestId: 'request-2',
      code: '222222',
      password: PASSWORD,
    });
    expect(onDone).toHaveBeenCalledTimes(1);
  });
});
