import type { Vote } from '@laurel/contracts/records';
import type { Db } from '@laurel/database/client';
import type { SessionUserId } from '../../lib/gate.ts';

/** The votes of a person, in the order they were cast. */
export const votesOf = (db: Db, userId: SessionUserId): Promise<Vote[]> =>
  db.$queryRaw<Vote[]>`
    SELECT c.nomination, c.niche, n.company AS vote
      FROM accounts a
      JOIN votes v ON v.voter_id = a.voter_id
      JOIN nominees n ON n.id = v.nominee_id
      JOIN categories c ON c.id = v.category_id
     WHERE a.id = ${userId}::uuid
     ORDER BY v.cast_at, c.id`;
