import { VERIFICATION_STATUSES, type VerificationStatus } from '@laurel/contracts/verification';
import type { Db } from '@laurel/database/client';

/** Reads the statuses of verifications by their event hashes in hex. Unknown events are left out. */
export const statusesOfEvents = async (
  db: Db,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, VerificationStatus>> => {
  const requests = await db.socialRequest.findMany({
    where: { eventHash: { in: hashes.map((hash) => Buffer.from(hash, 'hex')) } },
    select: { eventHash: true, status: true },
  });
  const found = new Map<string, VerificationStatus>();
  for (const { eventHash, status } of requests) {
    const known = VERIFICATION_STATUSES.find((each) => each === status);
    if (known) found.set(Buffer.from(eventHash).toString('hex'), known);
  }
  return found;
};
