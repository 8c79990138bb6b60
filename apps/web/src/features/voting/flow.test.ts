import { describe, expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { refused } from '../../testing/failures.ts';
import { afterVoteFailure, nextStep } from './flow.ts';

describe('the next step', () => {
  const done = { loggedIn: true, phoneVerified: true, socialVerified: true, wishes: true };

  it('is the first that is missing', () => {
    expect(nextStep({ ...done, loggedIn: false, phoneVerified: false })).toBe('login');
    expect(nextStep({ ...done, phoneVerified: false, socialVerified: false })).toBe('phoneOtp');
    expect(nextStep({ ...done, socialVerified: false })).toBe('socialVerification');
    expect(nextStep(done)).toBe('voteConfirm');
    expect(nextStep({ ...done, wishes: false })).toBe('done');
  });

  it('is the vote where nobody knows what is missing: the server will say', () => {
    expect(nextStep({ ...done, phoneVerified: undefined, socialVerified: undefined })).toBe('voteConfirm');
  });
});

describe('a refused vote', () => {
  const around = { telegramLink: false, socialStatus: undefined };
  const phone = refused('phone.unverified');
  const social = refused('social.unverified');
  const both = refused('phone.unverified', { and: ['social.unverified'] });

  it('leads to the social modal where a Telegram link is stored', () => {
    expect(afterVoteFailure(both, { ...around, telegramLink: true })).toBe('socialVerification');
    expect(afterVoteFailure(social, { telegramLink: true, socialStatus: 'IN_PROGRESS' })).toBe('socialVerification');
  });

  it.each(['IN_PROGRESS', 'RETRY'] as const)('waits while a verification is %s and no link is stored', (status) => {
    expect(afterVoteFailure(both, { ...around, socialStatus: status })).toBe('waitForSocial');
    expect(afterVoteFailure(social, { ...around, socialStatus: status })).toBe('waitForSocial');
  });

  it('starts with the phone where both are missing', () => {
    expect(afterVoteFailure(both, around)).toBe('phoneOtp');
    expect(afterVoteFailure(both, { ...around, socialStatus: 'NOT_VERIFIED' })).toBe('phoneOtp');
  });

  it('leads to the social modal otherwise, and to the phone where only that is missing', () => {
    expect(afterVoteFailure(social, around)).toBe('socialVerification');
    expect(afterVoteFailure(phone, around)).toBe('phoneOtp');
    expect(afterVoteFailure(phone, { telegramLink: true, socialStatus: 'IN_PROGRESS' })).toBe('phoneOtp');
  });

  it('leads to the login, to a look at what is counted, or nowhere', () => {
    expect(afterVoteFailure(refused('auth.expired'), around)).toBe('login');
    expect(afterVoteFailure(refused('auth.required'), around)).toBe('login');
    expect(afterVoteFailure(refused('vote.exists'), around)).toBe('refresh');
    expect(afterVoteFailure(refused('vote.in_doubt'), around)).toBe('refresh');
    expect(afterVoteFailure(refused('vote.not_open'), around)).toBe('stay');
    expect(afterVoteFailure(connectionLost(), around)).toBe('stay');
  });
});
