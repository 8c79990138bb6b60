import type { ErrorCode } from '@laurel/contracts/errors';
import { AppError } from '../../app-error.ts';

/** What the ballot box can answer, as this room is told. */
export type VoteOutcome =
  | 'accepted'
  | 'exists'
  | 'session_invalid'
  | 'not_nominated'
  | 'closed'
  | 'phone_missing'
  | 'social_missing'
  | 'both_missing';

const unverified = (codes: [ErrorCode, ...ErrorCode[]], phoneVerified: boolean, socialVerified: boolean): AppError => {
  const [code, ...also] = codes;
  return new AppError(code, { also, metadata: { phoneVerified, socialVerified } });
};

/** Why a vote was not taken, or undefined where it was. */
const REFUSALS: Record<VoteOutcome, (() => AppError) | undefined> = {
  accepted: undefined,
  exists: () => new AppError('vote.exists'),
  session_invalid: () => new AppError('auth.expired'),
  not_nominated: () => new AppError('vote.unknown_nominee'),
  closed: () => new AppError('vote.not_open'),
  phone_missing: () => unverified(['phone.unverified'], false, true),
  social_missing: () => unverified(['social.unverified'], true, false),
  both_missing: () => unverified(['phone.unverified', 'social.unverified'], false, false),
};

/** The refusal an outcome means, or undefined for an accepted vote. */
export const refusalOf = (outcome: VoteOutcome): AppError | undefined => REFUSALS[outcome]?.();
