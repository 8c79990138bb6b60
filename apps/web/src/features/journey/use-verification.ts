import { SOCIAL_VERIFICATION_TYPES } from '@laurel/contracts/verification';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/store.ts';
import { userInfoQuery } from '../account/api.ts';
import { isVerified } from '../account/flow.ts';
import { verificationLogsQuery } from '../social/api.ts';
import { shownVerification, statusOf } from '../social/flow.ts';
import { useFollowed } from './verification.ts';

/** The state of the user's social verification, which verification-watch.tsx updates. */
export const useVerification = () => {
  const token = useSession((session) => session.token);
  const { eventId, socket, proofCode } = useFollowed();
  const { data: info } = useQuery(userInfoQuery(token));
  const { data: known } = useQuery(verificationLogsQuery(eventId, token));
  const log = known?.log;
  const socialVerified = info && isVerified(info.verifications, ...SOCIAL_VERIFICATION_TYPES);
  const own = { status: statusOf({ eventId, log, socket }), proofCode: proofCode ?? known?.proofCode };
  const open = info?.openInstagram;
  const shown = shownVerification(own, { open, verified: socialVerified === true });
  return { eventId, log, socket, socialVerified, ownStatus: own.status, openInstagram: open, ...shown };
};
