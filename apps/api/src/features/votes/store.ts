import type { Vote } from '@laurel/contracts/records';
import { isOfEdition } from '@laurel/database/in-year';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import type { SessionUserId } from '../../http/gate.ts';

/** The votes of an account in an edition, in the order in which they were cast. */
export const votesOf = async (db: Queryable, userId: SessionUserId): Promise<Vote[]> =>
  (
    await db.query<Vote>(
      `SELECT c.nomination, c.niche, n.company AS vote
         FROM voter_ids i
         JOIN votes v ON v.voter_id = i.voter_id
         JOIN nominees n ON n.id = v.nominee_id
         JOIN categories c ON c.id = v.category_id
        WHERE i.account_id = $1
        ORDER BY v.cast_at, c.id`,
      [userId],
    )
  ).rows;

/**
 * The votes of an account, in the order in which they were cast. They are returned once they are replicated, because
 * the page shows them as recorded.
 * @param replicated resolves once everything that was visible before the call is replicated
 */
export const replicatedVotesOf =
  (db: Queryable, replicated: () => Promise<void>) =>
  async (userId: SessionUserId): Promise<Vote[]> => {
    const votes = await votesOf(db, userId);
    if (votes.length > 0) await replicated();
    return votes;
  };

/** Counts all votes of the edition. */
export const countVotes = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ votes: number }>(
    `SELECT count(*)::int AS votes FROM votes v WHERE ${await isOfEdition(pool)}`,
  );
  return rows[0]?.votes ?? 0;
};

const BATCH = 1_000;

// Ordered by a keyed hash whose key is discarded: the order reveals neither voters nor times, and differs in every
// export.
const declareWhere = (condition: string): string => `
  DECLARE anonymous_votes NO SCROLL CURSOR FOR
  SELECT v.nominee_id, h.voter_id IS NULL
    FROM votes v
    LEFT JOIN votes_held(0) h ON h.voter_id = v.voter_id AND h.category_id = v.category_id
   WHERE ${condition}
   ORDER BY sha256($1::bytea || uuid_send(v.voter_id) || int2send(v.category_id))`;

/** A vote without its voter, and whether it counts: an applied exclusion leaves it out. */
export type AnonymousVote = Vote & { counted: boolean };

/**
 * All votes without their voters and times, in random order, a thousand at a time. PostgreSQL sorts them, on disk when
 * there are many (about 60 bytes each).
 * @param key 32 random bytes
 * @returns the same object for each counted vote for one nominee, and the same for each excluded one
 */
export async function* anonymousVotes(pool: pg.Pool, key: Buffer): AsyncGenerator<readonly AnonymousVote[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const named = await client.query<Vote & { id: number }>(
      'SELECT n.id, c.nomination, c.niche, n.company AS vote FROM nominees n JOIN categories c ON c.id = n.category_id',
    );
    const ofNominee = named.rows.map(({ id, ...vote }) => {
      const both = { counted: { ...vote, counted: true }, excluded: { ...vote, counted: false } };
      return [id, both] as const;
    });
    const names = new Map(ofNominee);
    await client.query(declareWhere(await isOfEdition(client)), [key]);
    for (;;) {
      const fetch = { text: `FETCH ${BATCH} FROM anonymous_votes`, rowMode: 'array' as const };
      const { rows } = await client.query<[nomineeId: number, counted: boolean]>(fetch);
      if (rows.length === 0) break;
      yield rows.map(([id, counted]) => {
        const votes = names.get(id);
        if (!votes) throw new Error(`there are votes for nominee ${id}, which does not exist`);
        return counted ? votes.counted : votes.excluded;
      });
    }
    await client.query('COMMIT');
  } finally {
    // A caller that stops early leaves a transaction open: closing the connection ends it.
    client.release(true);
  }
}
