import type { ApiFailure } from '../../lib/failure.ts';

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
  /** Whether something is still to come of a social verification. */
  readonly socialUnderWay: boolean;
};

/** What a refused vote leads to (spec §4, "Voting"). */
export type VoteRefusal =
  | 'login'
  /** The whole way: a message, a two-factor code where it has been a while, the SMS, the social account. */
  | 'phoneAndSocial'
  | 'phoneOtp'
  | 'socialVerification'
  | 'waitForSocial'
  | 'refresh'
  | 'stay';

/** Where a refused vote leads: to what is missing, to the login, or to a look at what was counted already. */
export const afterVoteFailure = (failure: ApiFailure, around: Around): VoteRefusal => {
  const { codes } = failure;
  if (codes.includes('auth.required') || codes.includes('auth.expired')) return 'login';
  if (codes.includes('vote.exists')) return 'refresh';
  const phoneMissing = codes.includes('phone.unverified');
  const socialMissing = codes.includes('social.unverified');
  if (!phoneMissing && !socialMissing) return 'stay';
  if (!socialMissing) return 'phoneOtp';
  if (around.telegramLink) return 'socialVerification';
  if (around.socialUnderWay) return 'waitForSocial';
  return phoneMissing ? 'phoneAndSocial' : 'socialVerification';
};

/**
 * Whether a vote may be recorded though nobody said so: the answer was lost, or was none of ours, or the server does not
 * know either. Every other refusal says that it is not.
 */
export const isInDoubt = ({ code }: ApiFailure): boolean =>
  code === 'connection.lost' || code === 'vote.in_doubt' || code === 'server.error';
