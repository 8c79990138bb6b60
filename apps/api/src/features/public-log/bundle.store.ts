import { isOfEdition } from '@laurel/database/in-year';
import type { Queryable } from '@laurel/database/queryable';

/** An edition of the log: its number and canonical JSON. */
export type LoggedEdition = {
  number: number;
  json: string;
  /** Whether votes stand between its leaf and that of the next edition. */
  voted: boolean;
};

/** The editions in a log of a size. */
export const readLoggedEditions = async (db: Queryable, size: number): Promise<LoggedEdition[]> =>
  (
    await db.query<LoggedEdition>(
      `SELECT e.number, e.json, EXISTS (SELECT FROM log_votes v WHERE v.leaf > e.leaf AND v.leaf < e.next) AS voted
         FROM (SELECT ref::int AS number, content AS json, leaf, coalesce(lead(leaf) OVER (ORDER BY leaf), $1) AS next
                 FROM log_items WHERE kind = 'edition' AND leaf < $1) e
        ORDER BY e.leaf`,
      [size],
    )
  ).rows;

/** How many votes, and how many changes of exclusions, a log of a size still lacks. */
export const readLacking = async (db: Queryable, size: number): Promise<{ votes: number; exclusions: number }> => {
  const { rows } = await db.query<{ votes: number; exclusions: number }>(
    `SELECT ((SELECT count(*) FROM votes v WHERE ${await isOfEdition(db)}) - (SELECT count(*) FROM log_votes WHERE leaf < $1))::float8 AS votes,
            ((SELECT count(applied_at) + count(undone_at) FROM exclusions)
             - (SELECT count(*) FROM log_items WHERE kind = 'exclusion' AND leaf < $1))::float8 AS exclusions`,
    [size],
  );
  return rows[0] ?? { votes: 0, exclusions: 0 };
};

/** Whether a log of a size has a vote, an exclusion or an edition behind a leaf. */
export const hasLaterLeaf = async (db: Queryable, leaf: number, size: number): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM log_votes WHERE leaf > $1 AND leaf < $2)
         OR EXISTS (SELECT FROM log_items WHERE kind IN ('edition', 'exclusion') AND leaf > $1 AND leaf < $2) AS found`,
    [leaf, size],
  );
  return rows[0]?.found ?? false;
};

/** How many people cast the votes of a log of a size. */
export const countLoggedVoters = async (db: Queryable, size: number): Promise<number> => {
  const { rows } = await db.query<{ voters: number }>(
    'SELECT count(DISTINCT voter_id)::float8 AS voters FROM log_votes WHERE leaf < $1',
    [size],
  );
  return rows[0]?.voters ?? 0;
};

/** The opening of a vote's leaf, with the leaf's place. */
export type LeafOpening = { leaf: number; nominee: string; serverNonce: Buffer; browserNonce: Buffer };

/** The openings of the votes at the places `from` to `end` - 1, in order. */
export const readOpenings = async (db: Queryable, from: number, end: number): Promise<LeafOpening[]> =>
  (
    await db.query<LeafOpening>(
      `SELECT l.leaf::float8 AS leaf, n.company AS nominee, v.server_nonce AS "serverNonce", v.browser_nonce AS "browserNonce"
         FROM log_votes l
         JOIN votes v ON v.voter_id = l.voter_id AND v.category_id = l.category_id
         JOIN nominees n ON n.id = v.nominee_id
        WHERE l.leaf >= $1 AND l.leaf < $2
        ORDER BY l.leaf`,
      [from, end],
    )
  ).rows;

/** The numbers of the exclusions that were ever applied, the first one first, with the salts of their leaves. */
export const readAppliedExclusions = async (db: Queryable): Promise<{ exclusion: number; salt: Buffer }[]> =>
  (
    await db.query<{ exclusion: number; salt: Buffer }>(
      'SELECT id AS exclusion, salt FROM exclusions WHERE applied_at IS NOT NULL ORDER BY applied_at, id',
    )
  ).rows;

/** The places of an exclusion's votes in a log of a size, ascending. */
export const readExcludedLeaves = async (db: Queryable, exclusion: number, size: number): Promise<number[]> =>
  (
    await db.query<{ leaf: number }>(
      `SELECT l.leaf::float8 AS leaf FROM excluded_votes e
         JOIN log_votes l ON l.voter_id = e.voter_id AND l.category_id = e.category_id
        WHERE e.exclusion_id = $1 AND l.leaf < $2 ORDER BY l.leaf`,
      [exclusion, size],
    )
  ).rows.map(({ leaf }) => leaf);
