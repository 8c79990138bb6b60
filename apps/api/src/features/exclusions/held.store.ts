import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type { BallotNominee } from './selection.policy.ts';

/** The people whose votes an exclusion holds. */
export type People = {
  /** The number of people who voted in one category only. */
  inOneCategory: number;
  /** The number of people who also cast votes that the exclusion does not hold, and the number of these votes. */
  withOtherVotes: number;
  otherVotes: number;
};

const PEOPLE = `
  SELECT count(*) FILTER (WHERE p.cast_votes = 1)::float8 AS "inOneCategory",
         count(*) FILTER (WHERE p.cast_votes > p.held)::float8 AS "withOtherVotes",
         coalesce(sum(p.cast_votes - p.held), 0)::float8 AS "otherVotes"
    FROM (SELECT h.held, (SELECT count(*) FROM votes v WHERE v.voter_id = h.voter_id) AS cast_votes
            FROM (SELECT voter_id, count(*) AS held FROM excluded_votes WHERE exclusion_id = $1 GROUP BY voter_id) h) p`;

export const peopleOf = async (db: Queryable, id: number): Promise<People> =>
  (await db.query<People>(PEOPLE, [id])).rows[0] ?? { inOneCategory: 0, withOtherVotes: 0, otherVotes: 0 };

/** An account whose votes an exclusion holds; the address is not masked yet. */
export type Concerned = {
  voterId: string;
  accountId: string;
  email: string;
  registeredAt: Date;
  /** The number of votes that the exclusion holds, and of the person's other votes. */
  held: number;
  others: number;
};

/** Lower than the id of every person. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * A page of the accounts whose votes an exclusion holds, in the order of their random voter ids. Erased ones are left
 * out, so a page may have fewer than `limit`.
 * @returns the page; `next` is the `after` of the next one, or null
 */
export const readConcerned = async (
  db: Queryable,
  { id, after = FIRST, limit }: { id: number; after?: string | undefined; limit: number },
): Promise<{ people: Concerned[]; next: string | null }> => {
  const { rows } = await db.query<Omit<Concerned, 'accountId'> & { accountId: string | null }>(
    `SELECT h.voter_id AS "voterId", a.id AS "accountId", a.email, a.created_at AS "registeredAt", h.held,
            (SELECT count(*) FROM votes v WHERE v.voter_id = h.voter_id)::int - h.held AS others
       FROM (SELECT voter_id, count(*)::int AS held FROM excluded_votes
              WHERE exclusion_id = $1 AND voter_id > $2 GROUP BY voter_id ORDER BY voter_id LIMIT $3) h
       LEFT JOIN accounts a ON a.voter_id = h.voter_id
      ORDER BY h.voter_id`,
    [id, after, limit],
  );
  return {
    people: rows.flatMap(({ accountId, ...row }) => (accountId === null ? [] : [{ accountId, ...row }])),
    next: rows.length < limit ? null : (rows.at(-1)?.voterId ?? null),
  };
};

/** A vote that an exclusion holds. */
export type HeldVote = { voterId: string; nomination: string; niche: string; company: string };

/** Records in the audit log that somebody exports the votes of an exclusion. */
export const recordExport = async (
  db: Queryable,
  id: number,
  { actor, reason }: Organiser,
  now: Date,
): Promise<void> => {
  await db.query('SELECT count(*) FROM export_exclusion($1, $2, $3, $4)', [id, actor, reason, now]);
};

/** How many votes are read at a time: about a megabyte. */
const VOTES_AT_ONCE = 5_000;

/** The votes that an exclusion holds, in parts, in the order of the voters' random ids. */
export async function* readHeldVotes(db: Queryable, id: number): AsyncGenerator<readonly HeldVote[]> {
  let [voter, category] = [FIRST, 0];
  for (;;) {
    const { rows } = await db.query<HeldVote & { categoryId: number }>(
      `SELECT e.voter_id AS "voterId", e.category_id AS "categoryId", c.nomination, c.niche, n.company
         FROM (SELECT * FROM excluded_votes
                WHERE exclusion_id = $1 AND (voter_id, category_id) > ($2, $3)
                ORDER BY voter_id, category_id LIMIT $4) e
         JOIN nominees n ON n.id = e.nominee_id
         JOIN categories c ON c.id = e.category_id
        ORDER BY e.voter_id, e.category_id`,
      [id, voter, category, VOTES_AT_ONCE],
    );
    yield rows.map(({ categoryId: _, ...vote }) => vote);
    const last = rows.at(-1);
    if (!last || rows.length < VOTES_AT_ONCE) return;
    [voter, category] = [last.voterId, last.categoryId];
  }
}

/** All nominees, withdrawn ones included, in the order of their import. */
export const readBallot = async (db: Queryable): Promise<BallotNominee[]> =>
  (
    await db.query<BallotNominee>(
      `SELECT n.id, n.category_id AS "categoryId", c.nomination, c.niche, n.company, n.withdrawn_at IS NOT NULL AS withdrawn
         FROM nominees n JOIN categories c ON c.id = n.category_id ORDER BY n.id`,
    )
  ).rows;
