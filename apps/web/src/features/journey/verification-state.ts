import { SOCIAL_VERIFICATION_TYPES, type VerificationStatus } from '@laurel/contracts/verification';
import type { Verification } from '../account/api.ts';
import { isVerified } from '../account/flow.ts';
import { isInProgress } from '../social/flow.ts';

/** The state of a verification, as the menu shows it. */
export type VerificationState = 'checking' | 'verified' | 'inProgress' | 'failed' | 'notVerified';

type Known = {
  /** The verifications that the server knows; undefined if they could not be loaded. */
  readonly verifications: readonly Verification[] | undefined;
  /** Whether the first response is pending. */
  readonly asking: boolean;
};

/** LP-12 the phone: verified once there is a PHONE verification. */
export const phoneState = ({ verifications = [], asking }: Known): VerificationState => {
  if (asking) return 'checking';
  return isVerified(verifications, 'PHONE') ? 'verified' : 'notVerified';
};

/** LP-13 the social account: verified if any network is, otherwise the state of the current verification. */
export const socialState = ({
  verifications = [],
  asking,
  status,
}: Known & { readonly status: VerificationStatus | undefined }): VerificationState => {
  if (status === 'VERIFIED' || isVerified(verifications, ...SOCIAL_VERIFICATION_TYPES)) return 'verified';
  if (isInProgress(status)) return 'inProgress';
  if (status === 'NOT_VERIFIED') return 'failed';
  return asking ? 'checking' : 'notVerified';
};

/** The name of the visitor's social account; undefined without one. */
export const networkName = (
  verifications: readonly Verification[] = [],
  instagram: string | undefined,
): string | undefined => {
  if (isVerified(verifications, 'TELEGRAM_SUBSCRIPTION')) return 'Telegram';
  if (instagram !== undefined) return `@${instagram}`;
  return isVerified(verifications, 'INSTAGRAM_SUBSCRIPTION') ? 'Instagram' : undefined;
};

/** The step of the journey that comes next for a logged-in visitor, and the modal that it opens. */
export type OpenStep = {
  readonly step: 3 | 4;
  readonly modal: 'phoneOtp' | 'socialVerification';
};

/** The first step that is not done; undefined if all are, or if that is not known yet. */
export const openStepOf = (
  known: Known & { readonly status: VerificationStatus | undefined },
): OpenStep | undefined => {
  if (known.verifications === undefined) return undefined;
  if (phoneState(known) === 'notVerified') return { step: 3, modal: 'phoneOtp' };
  return socialState(known) === 'verified' ? undefined : { step: 4, modal: 'socialVerification' };
};
