import type { VerificationStatus } from '@laurel/contracts/verification';
import type { ApiFailure } from '../../lib/failure.ts';
import { codesOf } from '../../lib/failure-details.ts';

/** What is left on a person's way to a vote. */
export type WayStep = 'login' | 'phoneOtp' | 'socialVerification' | 'voteConfirm' | 'done';

type Standing = {
  readonly loggedIn: boolean;
  /** undefined where the server could not be asked: then the vote itself decides. */
  readonly phoneVerified: boolean | undefined;
  readonly socialVerified: boolean | undefined;
  /** Whether a vote waits to be cast. */
  readonly wishes: boolean;
};

/** The next step of the way: log in (which leads over email and two-factor), phone, social account, the vote. */
export const nextStep = ({ loggedIn, phoneVerified, socialVerified, wishes }: Standing): WayStep => {
  if (!loggedIn) return 'login';
  if (phoneVerified === false) return 'phoneOtp';
  if (socialVerified === false) return 'socialVerification';
  return wishes ? 'voteConfirm' : 'done';
};

type Around = {
  /** Whether a Telegram link that is still good is stored. */
  readonly telegramLink: boolean;
  /** The social verification under way, if any. */
  readonly socialStatus: VerificationStatus | undefined;
};

/** What a refused vote leads to (spec §4, "Voting"). */
export type VoteRefusal = 'login' | 'phoneOtp' | 'socialVerification' | 'waitForSocial' | 'refresh' | 'stay';

const isUnderWay = (status: VerificationStatus | undefined): boolean => status === 'IN_PROGRESS' || status === 'RETRY';

/** Where a refused vote leads: to what is missing, to the login, or to a look at what was counted already. */
export const afterVoteFailure = (failure: ApiFailure, around: Around): VoteRefusal => {
  const codes = codesOf(failure);
  if (codes.includes('auth.required') || codes.includes('auth.expired')) return 'login';
  if (codes.includes('vote.exists') || codes.includes('vote.in_doubt')) return 'refresh';
  const phoneMissing = codes.includes('phone.unverified');
  const socialMissing = codes.includes('social.unverified');
  if (!phoneMissing && !socialMissing) return 'stay';
  if (!socialMissing) return 'phoneOtp';
  if (around.telegramLink) return 'socialVerification';
  if (isUnderWay(around.socialStatus)) return 'waitForSocial';
  return phoneMissing ? 'phoneOtp' : 'socialVerification';
};
