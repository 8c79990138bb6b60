// @vitest-environment happy-dom
import { ERROR_CODES } from '@laurel/contracts/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiFailure, connectionLost } from '../lib/failure.ts';
import { refused } from '../testing/failures.ts';
import { render } from '../testing/render.tsx';
import { type Doing, useFailureText } from './failure-text.ts';
import { startI18n } from './i18n.ts';
import { addModalTexts } from './modal-texts.ts';

const Say = ({ failure, doing }: { failure: ApiFailure; doing: Doing }) => <p>{useFailureText()(failure, doing)}</p>;

const said = async (failure: ApiFailure, doing: Doing): Promise<string> => {
  const { container, close } = await render(<Say failure={failure} doing={doing} />);
  const text = container.textContent;
  await close();
  return text;
};

beforeAll(async () => {
  await startI18n('en');
  addModalTexts();
});

describe('ER-12 the text of a failure', () => {
  it('names email and phone if both are taken, else the one that is', async () => {
    const both = refused('account.email_taken', { and: ['account.phone_taken'] });
    expect(await said(both, 'register')).toBe('An account with this email or phone number already exists');
    expect(await said(refused('account.email_taken'), 'register')).toBe('An account with this email already exists');
    expect(await said(refused('account.phone_taken'), 'register')).toBe(
      'An account with this phone number already exists',
    );
  });

  it('names the missing verification of a vote: phone, social account, or both', async () => {
    const both = refused('phone.unverified', { and: ['social.unverified'] });
    expect(await said(both, 'vote')).toBe('Verify your phone number and connect at least one social account to vote');
    expect(await said(refused('phone.unverified'), 'vote')).toBe('Verify your phone number to vote');
    expect(await said(refused('social.unverified'), 'vote')).toBe('Connect a social account to vote');
    // Where the phone is being confirmed, it is another matter.
    expect(await said(refused('phone.unverified'), 'phoneConfirm')).toMatch(/^No phone verification record/);
  });

  it('ER-06 says when the next text message may be requested, in Kyiv time', async () => {
    const metadata = { nextAllowedRequestAtHourly: '2025-11-20T18:00:01.000Z' };
    expect(await said(refused('phone.hourly', { metadata }), 'phoneRequest')).toBe(
      'Next attempt available at November 20 at 20:01',
    );
  });

  it('ER-01 names the connection without a response', async () => {
    expect(await said(connectionLost(), 'vote')).toBe(
      "Connection Error: We couldn't reach the server. Please check your internet connection and try again",
    );
  });

  it.each(['server.error', 'request.malformed', 'request.not_found', 'request.too_large'] as const)(
    'is what was being done where the refusal says nothing to a person: %s',
    async (code) => {
      expect(await said(refused(code), 'vote')).toBe('Could not record your vote. Please try again in a few minutes');
    },
  );

  it('ER-04 names an invalid code in the setup, and an expired one elsewhere', async () => {
    expect(await said(refused('otp.invalid'), 'twoFactor')).toMatch(/^Invalid code\. Please make sure/);
    expect(await said(refused('otp.invalid'), 'phoneRequest')).toBe('2FA code is invalid or expired');
  });

  it('exists for every code of the contract', async () => {
    for (const code of ERROR_CODES) expect(await said(refused(code), 'login'), code).not.toMatch(/^(errors\.|$)|_/);
  });
});
