import { VERIFICATION_STATUSES, type VerificationStatus } from '@laurel/contracts/verification';
import type { Db } from '@laurel/database/client';

/** How a verification stands; undefined for an event nobody knows. `hash` is its event hash in hex. */
export const statusOfEvent = async (db: Db, hash: string): Promise<VerificationStatus | undefined> => {
  const request = await db.socialRequest.findUnique({
    where: { eventHash: Buffer.from(hash, 'hex') },
    select: { status: true },
  });
  return VERIFICATION_STATUSES.find((status) => status === request?.status);
};
