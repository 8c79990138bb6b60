import { compareTallies } from '@laurel/database/guards';
import type { Queryable } from '@laurel/database/queryable';
import type { Held, HeldVotes } from './exclusions.policy.ts';

/** The exclusions whose leaves the log has, with the places of these. */
export const readLoggedExclusions = async (db: Queryable): Promise<{ leaf: number; number: number }[]> =>
  (
    await db.query<{ leaf: number; number: number }>(
      `SELECT leaf::float8 AS leaf, split_part(ref, ' ', 1)::int AS number FROM log_items WHERE kind = 'exclusion' ORDER BY leaf`,
    )
  ).rows;

/** What the database has of some exclusions. */
export const readHeld = async (db: Queryable, numbers: readonly number[]): Promise<HeldVotes> => {
  if (numbers.length === 0) return new Map();
  const { rows } = await db.query<Held & { number: number }>(
    `SELECT x.id AS number, x.applied_at IS NOT NULL AS "isApplied", x.undone_at IS NOT NULL AS "isUndone", x.salt,
            coalesce(h.places, '{}') AS places, h.waiting
       FROM exclusions x
      CROSS JOIN LATERAL (
        SELECT array_agg(l.leaf::float8 ORDER BY l.leaf) FILTER (WHERE l.leaf IS NOT NULL) AS places,
               count(*) FILTER (WHERE l.leaf IS NULL)::int AS waiting
          FROM excluded_votes e LEFT JOIN log_votes l ON l.voter_id = e.voter_id AND l.category_id = e.category_id
         WHERE e.exclusion_id = x.id) h
      WHERE x.id = ANY ($1::int4[])`,
    [numbers],
  );
  return new Map(rows.map(({ number, ...held }) => [number, held]));
};

/** Whether every stored count is that of the votes. Reads all votes, in the transaction of `db`. */
export const areCountsRight = async (db: Queryable): Promise<boolean> => {
  await db.query('SET LOCAL statement_timeout = 0');
  return (await compareTallies(db)).length === 0;
};
