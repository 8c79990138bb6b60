// @vitest-environment happy-dom

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { readDraft, storeDraft } from '../draft.ts';
import { LoginModal } from './login-modal.tsx';
import { SignupModal } from './signup-modal.tsx';

const EMAIL = 'ada@example.org';
const PASSWORD = 'Secret1!';
let shown: Awaited<ReturnType<typeof showStep>>;
const { answers, bodies, fill, press, requests } = startStep();

describe('the login', () => {
  const [onStep, onForgot, onSwitch] = [vi.fn(), vi.fn(), vi.fn()];
  const open = async (more: { notice?: string; reason?: string; login?: string } = {}) => {
    for (const each of [onStep, onForgot, onSwitch]) each.mockReset();
    shown = await showStep(<LoginModal onStep={onStep} onForgot={onForgot} onSwitch={onSwitch} {...more} />);
  };

  it('starts with the email of the signup, and keeps its input except for the password', async () => {
    storeDraft({ email: EMAIL });
    await open();
    expect(page.field('Email or phone').value).toBe(EMAIL);
    await fill({ 'Email or phone': 'grace@example.org', Password: PASSWORD });
    expect(readDraft()).toEqual({ login: 'grace@example.org', email: EMAIL });
    await press("I don't have an account yet");
    expect(onSwitch.mock.calls).toEqual([['grace@example.org']]);
    await shown.close();
    await open();
    expect([page.field('Email or phone').value, page.field('Password').value]).toEqual(['grace@example.org', '']);
  });

  it('LG-09 sends the input with a trimmed password, and continues', async () => {
    await open({ notice: 'Your password is changed' });
    expect(page.news('status')).toEqual(['Your password is changed']);
    answers['POST /users/login'] = {
      body: { success: true, data: { requestKey: 'key' }, metadata: { action: 'verify_otp' } },
    };
    await fill({ 'Email or phone': EMAIL, Password: ` ${PASSWORD} ` });
    await press('Log in');
    expect(bodies('/users/login')).toEqual([{ login: EMAIL, password: PASSWORD, rememberMe: true }]);
    expect(onStep.mock.calls).toEqual([[{ to: 'twoFactorVerify', requestKey: 'key' }, EMAIL]]);
  });

  it('sends what its fields show, also what the browser filled in unnoticed', async () => {
    await open();
    await person.fillUnnoticed('Email or phone', EMAIL);
    await person.fillUnnoticed('Password', PASSWORD);
    await press('Log in');
    expect(bodies('/users/login')).toEqual([{ login: EMAIL, password: PASSWORD, rememberMe: true }]);
  });

  it('shows an error under its field, and focuses the field', async () => {
    await open();
    answers['POST /users/login'] = refusal('login.wrong_password');
    await fill({ 'Email or phone': EMAIL, Password: PASSWORD });
    await press('Log in');
    expect([page.errorOf('Email or phone'), page.errorOf('Password')]).toEqual([undefined, expect.any(String)]);
    expect(document.activeElement).toBe(page.field('Password'));
    expect(page.news('alert')).toEqual([]);
    // A new input clears the error.
    await fill({ Password: 'Secret2!' });
    expect(page.errorOf('Password')).toBeUndefined();
  });

  it('shows an error without a field above the form, and the reason for a new login as an error', async () => {
    await open({ reason: 'Log in again' });
    expect([page.news('alert'), page.news('status')]).toEqual([['Log in again'], []]);
    answers['POST /users/login'] = 'no answer';
    await fill({ 'Email or phone': EMAIL, Password: PASSWORD });
    await press('Log in');
    expect(page.news('alert')).toEqual(['Log in again', expect.stringMatching(/^Connection Error/)]);
    expect(onStep).not.toHaveBeenCalled();
  });

  it('sends no invalid input, and passes the login on to a new password', async () => {
    await open({ login: EMAIL });
    await press('Log in');
    expect(requests()).toEqual([]);
    expect(page.errorOf('Password')).toBeTruthy();
    await press('Forgot password?');
    expect(onForgot.mock.calls).toEqual([[EMAIL]]);
    await press("I don't have an account yet");
    expect(onSwitch).toHaveBeenCalledTimes(1);
  });
});

describe('the signup', () => {
  const [onRegistered, onSwitch, onWhyPhone] = [vi.fn(), vi.fn(), vi.fn()];
  const ADA = {
    Name: 'Ada',
    Email: EMAIL,
    Password: PASSWORD,
    'Repeat password': PASSWORD,
    Phone: '+380 67 123 45 67',
  };
  const open = async (more: { replaces?: string } = {}) => {
    for (const each of [onRegistered, onSwitch, onWhyPhone]) each.mockReset();
    const events = { onRegistered, onSwitch, onWhyPhone };
    shown = await showStep(<SignupModal blockedRegions={['7']} steps={4} {...events} {...more} />);
  };
  beforeEach(() => open());
  const typed = () => Object.keys(ADA).map((label) => page.field(label).value.replaceAll(' ', ''));

  it('keeps its input, except for the passwords, when it is closed and opened again', async () => {
    await fill(ADA);
    await shown.close();
    await open();
    expect(typed()).toEqual(['Ada', EMAIL, '', '', '+380671234567']);
    expect(sessionStorage.getItem('accountDraft')).toContain('Ada');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(PASSWORD);
    await press('I already have an account');
    expect(onSwitch.mock.calls).toEqual([[EMAIL]]);
  });

  it('LG-08 forgets its input once the account is created, but not after a refusal', async () => {
    answers['POST /users/register'] = refusal('account.email_taken');
    await fill(ADA);
    await press('Sign up');
    expect(readDraft()).toEqual({ name: 'Ada', email: EMAIL, phoneNumber: '+380671234567' });
    answers['POST /users/register'] = ok({ code: 'request-1' }, 201);
    await press('Sign up');
    expect(onRegistered).toHaveBeenCalledTimes(1);
    await shown.close();
    await open();
    expect(typed()).toEqual(['', '', '', '', '']);
  });

  it('answers why the phone is required', async () => {
    await press('Why my phone?');
    expect(onWhyPhone).toHaveBeenCalledTimes(1);
    expect(requests()).toEqual([]);
  });

  it('LG-09 sends the account, with the number as digits, and continues to its email', async () => {
    answers['POST /users/register'] = ok({ code: 'request-1' }, 201);
    await fill(ADA);
    await press('Sign up');
    expect(bodies('/users/register')).toEqual([
      { name: 'Ada', email: EMAIL, password: PASSWORD, phoneNumber: '+380671234567' },
    ]);
    expect(onRegistered.mock.calls).toEqual([[EMAIL]]);
  });

  it('sends what its fields show, also what the browser filled in unnoticed', async () => {
    answers['POST /users/register'] = ok({ code: 'request-1' }, 201);
    for (const [label, value] of Object.entries({ ...ADA, Phone: '067 123 45 67' })) {
      await person.fillUnnoticed(label, value);
    }
    // Renders the form, which must not empty a field.
    await person.fill('Repeat password', 'Secret2!');
    expect(page.field('Phone').value).toBe('067 123 45 67');
    await person.fillUnnoticed('Repeat password', PASSWORD);
    await press('Sign up');
    expect(bodies('/users/register')).toEqual([
      { name: 'Ada', email: EMAIL, password: PASSWORD, phoneNumber: '+380671234567' },
    ]);
  });

  it('keeps the password of the sign-up that it corrects, unless the server no longer knows it', async () => {
    await shown.close();
    await open({ replaces: 'request-0' });
    answers['POST /users/register'] = refusal('request.invalid', {
      metadata: { fields: { password: 'x' }, fieldCodes: { password: 'required' } },
    });
    const { Password, 'Repeat password': again, ...others } = ADA;
    await fill(others);
    await press('Sign up');
    const sent = { name: 'Ada', email: EMAIL, phoneNumber: '+380671234567', replaces: 'request-0' };
    expect(bodies('/users/register')).toEqual([{ ...sent, password: null }]);
    answers['POST /users/register'] = ok({ code: 'request-1' }, 201);
    await fill({ Password, 'Repeat password': again });
    await press('Sign up');
    expect(bodies('/users/register')[1]).toEqual({ ...sent, password: PASSWORD });
  });

  it('requires the same password twice, also after a change of the first one', async () => {
    await fill({ ...ADA, 'Repeat password': 'Secret2!' });
    await press('Sign up');
    expect([requests().length, page.errorOf('Repeat password')]).toEqual([0, expect.any(String)]);
    await fill({ Password: 'Secret2!' });
    expect(page.errorOf('Repeat password')).toBeUndefined();
    await fill({ Password: PASSWORD });
    expect(page.errorOf('Repeat password')).toBeTruthy();
  });

  it('shows the server’s message under its field by the key, in the page’s words', async () => {
    answers['POST /users/register'] = refusal('request.invalid', {
      metadata: {
        fields: { email: 'Must contain a domain with a dot and TLD' },
        fieldCodes: { email: 'emailDomain' },
      },
    });
    await fill(ADA);
    await press('Sign up');
    expect(page.errorOf('Email')).toBe('Enter a full address, like name@example.com');
    expect(page.news('alert')).not.toContain('Must contain a domain with a dot and TLD');
  });

  it('shows under each field that its value is taken, and focuses the first of them', async () => {
    answers['POST /users/register'] = refusal('account.email_taken', { and: ['account.phone_taken'] });
    await fill(ADA);
    await press('Sign up');
    const both = 'An account with this email or phone number already exists';
    expect([page.errorOf('Email'), page.errorOf('Phone'), page.errorOf('Name')]).toEqual([both, both, undefined]);
    expect(document.activeElement).toBe(page.field('Email'));
    expect(onRegistered).not.toHaveBeenCalled();
  });
});

it.each([
  [
    'log in',
    <LoginModal key="login" onStep={vi.fn()} onForgot={vi.fn()} onSwitch={vi.fn()} />,
    ['Email or phone', 'Password'],
  ],
  [
    'sign up',
    <SignupModal
      key="signup"
      blockedRegions={['7']}
      steps={4}
      onRegistered={vi.fn()}
      onSwitch={vi.fn()}
      onWhyPhone={vi.fn()}
    />,
    ['Name', 'Email', 'Password', 'Repeat password', 'Phone'],
  ],
])(
  'MD-03 MD-04 MD-05 to %s has a title, its fields, both ways, and passwords that can be shown',
  async (what, modal, labels) => {
    shown = await showStep(modal);
    expect(page.title()?.replaceAll('\u00a0', ' ')).toBe(`To cast your vote, please ${what}`);
    const ways = page.buttons().filter((text) => /account/.test(text ?? ''));
    expect(ways.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
      'I already have an account',
      "I don't have an account yet",
    ]);
    const passwords = labels.map((label) => page.field(label)).filter(({ type }) => type === 'password');
    expect(passwords).toHaveLength(labels.filter((label) => /password/i.test(label)).length);
    for (const password of passwords) {
      const toggle = password.parentElement?.querySelector('button');
      for (const [type, name] of [
        ['password', 'Show password'],
        ['text', 'Hide password'],
        ['password', 'Show password'],
      ]) {
        expect([password.type, toggle?.getAttribute('aria-label') ?? toggle?.textContent]).toEqual([type, name]);
        await act(() => toggle?.click());
      }
    }
  },
);
