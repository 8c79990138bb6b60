import { SOCIAL_VERIFICATION_TYPES, type VerificationStatus } from '@laurel/contracts/verification';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/store.ts';
import { userInfoQuery } from '../account/api.ts';
import { isVerified } from '../account/flow.ts';
import { verificationLogsQuery } from '../social/api.ts';
import { statusOf } from '../social/flow.ts';
import { useFollowed } from './verification.ts';

/** The state of the user's social verification, which verification-watch.tsx updates. */
export const useVerification = () => {
  const token = useSession((session) => session.token);
  const { eventId, socket, proofCode } = useFollowed();
  const info = useQuery(userInfoQuery(token));
  const { data: known } = useQuery(verificationLogsQuery(eventId, token));
  const log = known?.log;
  const socialVerified = info.data && isVerified(info.data, ...SOCIAL_VERIFICATION_TYPES);
  const status: VerificationStatus | undefined = statusOf({ eventId, log, socket });
  return { eventId, proofCode: proofCode ?? known?.proofCode, log, socket, socialVerified, status };
};
