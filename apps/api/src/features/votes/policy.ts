import type { ErrorCode } from '@laurel/contracts/errors';
import { AppError } from '../../app-error.ts';
import type { Outcome } from './ballot.policy.ts';

const unverified = (codes: [ErrorCode, ...ErrorCode[]], phoneVerified: boolean, socialVerified: boolean): AppError => {
  const [code, ...also] = codes;
  return new AppError(code, { also, metadata: { phoneVerified, socialVerified } });
};

const ERRORS: Record<Outcome, (() => AppError) | undefined> = {
  accepted: undefined,
  exists: () => new AppError('vote.exists'),
  session_invalid: () => new AppError('auth.expired'),
  not_nominated: () => new AppError('vote.unknown_nominee'),
  closed: () => new AppError('vote.not_open'),
  phone_missing: () => unverified(['phone.unverified'], false, true),
  social_missing: () => unverified(['social.unverified'], true, false),
  both_missing: () => unverified(['phone.unverified', 'social.unverified'], false, false),
};

/** The error that an outcome means, or undefined for an accepted vote. */
export const errorOf = (outcome: Outcome): AppError | undefined => ERRORS[outcome]?.();
