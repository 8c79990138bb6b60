import { SOCIAL_VERIFICATION_TYPES, type VerificationStatus } from '@laurel/contracts/verification';
import type { Verification } from '../features/account/api.ts';
import { isVerified } from '../features/account/flow.ts';
import { isUnderWay } from '../features/social/flow.ts';

/** How far something is on its way to being verified, as the menu tells it. */
export type Standing = 'checking' | 'verified' | 'inProgress' | 'failed' | 'notVerified';

type Known = {
  /** What the server says is verified; undefined where it could not be asked. */
  readonly verifications: readonly Verification[] | undefined;
  /** Whether it is being asked for the first time. */
  readonly asking: boolean;
};

/** LP-12 the phone: verified once there is a PHONE verification. */
export const phoneStanding = ({ verifications = [], asking }: Known): Standing => {
  if (asking) return 'checking';
  return isVerified(verifications, 'PHONE') ? 'verified' : 'notVerified';
};

/** LP-13 the social account: any that is verified counts, else how the verification under way stands. */
export const socialStanding = ({
  verifications = [],
  asking,
  status,
}: Known & { readonly status: VerificationStatus | undefined }): Standing => {
  if (status === 'VERIFIED' || isVerified(verifications, ...SOCIAL_VERIFICATION_TYPES)) return 'verified';
  if (isUnderWay(status)) return 'inProgress';
  if (status === 'NOT_VERIFIED') return 'failed';
  return asking ? 'checking' : 'notVerified';
};

/** What the person's social account is called; undefined where there is none yet. */
export const networkName = (
  verifications: readonly Verification[] = [],
  instagram: string | undefined,
): string | undefined => {
  if (isVerified(verifications, 'TELEGRAM_SUBSCRIPTION')) return 'Telegram';
  if (instagram !== undefined) return `@${instagram}`;
  return isVerified(verifications, 'INSTAGRAM_SUBSCRIPTION') ? 'Instagram' : undefined;
};
