import { describe, expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { failureOf } from '../../lib/failure-details.ts';
import { refused } from '../../testing/failures.ts';
import { afterVoteFailure, isInDoubt, nextStep } from './flow.ts';

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
  const around = { telegramLink: false, socialUnderWay: false };
  const phone = refused('phone.unverified');
  const social = refused('social.unverified');
  const both = refused('phone.unverified', { and: ['social.unverified'] });

  it('VO-03 leads to the social modal where a Telegram link is stored, whatever else is under way', () => {
    expect(afterVoteFailure(both, { ...around, telegramLink: true })).toBe('socialVerification');
    expect(afterVoteFailure(social, { telegramLink: true, socialUnderWay: true })).toBe('socialVerification');
  });

  it('VO-04 waits while a verification is under way and no link is stored', () => {
    expect(afterVoteFailure(both, { ...around, socialUnderWay: true })).toBe('waitForSocial');
    expect(afterVoteFailure(social, { ...around, socialUnderWay: true })).toBe('waitForSocial');
  });

  it('VO-05 leads over the phone to the social account where both are missing', () => {
    expect(afterVoteFailure(both, around)).toBe('phoneAndSocial');
  });

  it('VO-06 leads to the social modal otherwise, and to the phone where only that is missing', () => {
    expect(afterVoteFailure(social, around)).toBe('socialVerification');
    expect(afterVoteFailure(phone, around)).toBe('phoneOtp');
    expect(afterVoteFailure(phone, { telegramLink: true, socialUnderWay: true })).toBe('phoneOtp');
  });

  it('leads to the login, to a look at what is counted, or nowhere', () => {
    expect(afterVoteFailure(refused('auth.expired'), around)).toBe('login');
    expect(afterVoteFailure(refused('auth.required'), around)).toBe('login');
    expect(afterVoteFailure(refused('vote.exists'), around)).toBe('refresh');
    expect(afterVoteFailure(refused('vote.in_doubt'), around)).toBe('stay');
    expect(afterVoteFailure(refused('vote.not_open'), around)).toBe('stay');
    expect(afterVoteFailure(connectionLost(), around)).toBe('stay');
  });

  it('is in doubt where nobody said that it is not recorded', () => {
    expect(isInDoubt(connectionLost())).toBe(true);
    expect(isInDoubt(refused('vote.in_doubt'))).toBe(true);
    expect(isInDoubt(failureOf(502, '<html>Bad gateway</html>'))).toBe(true);
    expect(isInDoubt(refused('server.unavailable'))).toBe(false);
    expect(isInDoubt(social)).toBe(false);
  });
});
