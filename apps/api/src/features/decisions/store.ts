import type { Queryable } from '@laurel/database/queryable';
import type { CategoryCount, Decision } from './policy.ts';

/** Exclusions that were applied, in the order of their application. */
export const readDecisions = async (db: Queryable): Promise<Decision[]> =>
  (
    await db.query<Decision>(
      `SELECT id AS number, public_reason AS reason, votes, applied_at AS "appliedAt", undone_at AS "undoneAt"
         FROM exclusions WHERE applied_at IS NOT NULL ORDER BY applied_at, id`,
    )
  ).rows;

/** The votes that an exclusion holds, by category. They never change. */
export const countByCategory = async (db: Queryable, id: number): Promise<CategoryCount[]> =>
  (
    await db.query<CategoryCount>(
      `SELECT c.nomination, c.niche, count(*)::int AS votes
         FROM excluded_votes e JOIN categories c ON c.id = e.category_id
        WHERE e.exclusion_id = $1 GROUP BY c.id, c.nomination, c.niche ORDER BY c.id`,
      [id],
    )
  ).rows;

/**
 * The most votes that an edition since the first decision asked a published group to have; null without a decision. An
 * edition with smaller steps must not divide groups that were published.
 */
export const readLargestStep = async (db: Queryable): Promise<number | null> =>
  (
    await db.query<{ votes: number | null }>(
      `SELECT max((facts ->> 'results.publishEvery.votes')::int4) AS votes FROM editions
        WHERE id >= (SELECT max(e.id) FROM editions e WHERE e.imported_at <= (SELECT min(applied_at) FROM exclusions))`,
    )
  ).rows[0]?.votes ?? null;
