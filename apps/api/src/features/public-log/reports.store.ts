import type { Queryable } from '@laurel/database/queryable';
import type { StoredItem } from './policy.ts';
import { ALL, type Head, type OpenVote, readHorizon, readWaiting } from './store.ts';

/** The cosignatures of a checkpoint: lines without their newline. */
export const readCosignatures = async (
  db: Queryable,
  size: number,
): Promise<{ witness: string; line: string; at: Date }[]> =>
  (
    await db.query<{ witness: string; line: string; at: Date }>(
      'SELECT witness, line, at FROM log_cosignatures WHERE size = $1 ORDER BY at, witness',
      [size],
    )
  ).rows;

/** The newest cosignature of each of the witnesses that has one. Reads no other row of the cosignatures. */
export const readWitnesses = async (
  db: Queryable,
  witnesses: readonly string[],
): Promise<{ witness: string; size: number; at: Date }[]> =>
  (
    await db.query<{ witness: string; size: number; at: Date }>(
      `SELECT w.witness, c.size::float8 AS size, c.at
         FROM unnest($1::text[]) AS w (witness)
        CROSS JOIN LATERAL (
          SELECT size, at FROM log_cosignatures WHERE witness = w.witness ORDER BY size DESC LIMIT 1
        ) c`,
      [witnesses],
    )
  ).rows;

/**
 * The names of the edition's categories by id.
 * @param alsoIds categories that are returned even if the edition no longer has them
 */
export const readCategories = async (
  db: Queryable,
  alsoIds: readonly string[],
): Promise<{ id: number; nomination: string; niche: string }[]> =>
  (
    await db.query<{ id: number; nomination: string; niche: string }>(
      `SELECT c.id, c.nomination, c.niche FROM categories c
        WHERE c.id = ANY ($1::int2[])
           OR EXISTS (SELECT FROM nominees n WHERE n.category_id = c.id AND n.withdrawn_at IS NULL)
        ORDER BY c.id`,
      [alsoIds],
    )
  ).rows;

/** The newest edition in a log of a size, or null. */
export const readNewestEdition = async (db: Queryable, size: number): Promise<number | null> =>
  (
    await db.query<{ edition: number | null }>(
      `SELECT max(ref::int) AS edition FROM log_items WHERE kind = 'edition' AND leaf < $1`,
      [size],
    )
  ).rows[0]?.edition ?? null;

/** Another name of a nomination, category or nominee, since an edition. */
export type Renamed = { edition: number; tags: string; before: string; after: string };

/** The tags whose name changed within a log of a size. Editions that earlier releases published have no names here. */
export const readRenamed = async (db: Queryable, size: number): Promise<Renamed[]> =>
  (
    await db.query<Renamed>(
      `SELECT DISTINCT edition, substr(regexp_replace(regexp_replace(field, '[.](name|title)[.][^.]+$', ''),
                                                      '(^nominations|[.]categories|[.]companies)[.]', '/', 'g'), 2) AS tags, before, after
         FROM (SELECT e.id AS edition, f.key AS field, f.value AS after, lag(f.value) OVER (PARTITION BY f.key ORDER BY e.id) AS before
                 FROM log_items i JOIN editions e ON e.id = i.ref::int, jsonb_each_text(e.facts) f
                WHERE i.kind = 'edition' AND i.leaf < $1 AND f.key ~ '^nominations[.].*[.](name|title)[.][^.]+$') n
        WHERE before <> after ORDER BY edition, tags`,
      [size],
    )
  ).rows;

/** How many checkpoints are read at once: at most some 800,000 votes. */
const GROUPS_AT_ONCE = 100;

/**
 * The fewest people who have a vote in one category of a group, among the first checkpoints larger than `above` and up
 * to `upTo`: null if none of these has votes. `to` is the size of the last checkpoint that was read; null: there is none.
 * @param above the size of a checkpoint, or 0
 */
export const readSmallestGroup = async (
  db: Queryable,
  above: number,
  upTo: number,
): Promise<{ people: number | null; to: number | null }> =>
  (
    await db.query<{ people: number | null; to: number | null }>(
      `WITH grown AS MATERIALIZED (
         SELECT size, lag(size, 1, $1::int8) OVER (ORDER BY size) AS before
           FROM (SELECT size FROM log_checkpoints WHERE size > $1 AND size <= $2 ORDER BY size LIMIT $3) c)
       SELECT (SELECT max(size)::float8 FROM grown) AS to,
              (SELECT min(g.people)::int
                 FROM (SELECT count(*) AS people FROM grown c JOIN log_votes v ON v.leaf >= c.before AND v.leaf < c.size
                        GROUP BY c.size, v.category_id) g) AS people`,
      [above, upTo, GROUPS_AT_ONCE],
    )
  ).rows[0] ?? { people: null, to: null };

// Withdrawn proofs count, and no proof is ever deleted, so the number never falls below the people who voted. Nobody proves a
// phone without two-factor, so two-factor is not checked. PostgreSQL reads one index of each table, in order.
const PEOPLE = `
  SELECT count(DISTINCT p.account_id)::int AS people FROM phone_verifications p
   WHERE EXISTS (SELECT FROM social_links s WHERE s.account_id = p.account_id)`;

/**
 * Counts the people who were ever verified, including those who left the channel or were suspended or erased since:
 * their votes stay, too. Takes about three seconds for a million people.
 */
export const countPeople = async (db: Queryable): Promise<number> => {
  const { rows } = await db.query<{ people: number }>(PEOPLE);
  return rows[0]?.people ?? 0;
};

/**
 * A person's own vote with the opening of its leaf. `index` is the leaf's place, or null while the vote is not in the
 * log.
 */
export type OwnVote = {
  nomination: string;
  niche: string;
  company: string;
  serverNonce: Buffer;
  browserNonce: Buffer;
  index: number | null;
};

/** The votes of an account in an edition, in the order in which they were cast. */
export const readOwnVotes = async (db: Queryable, accountId: string): Promise<OwnVote[]> =>
  (
    await db.query<OwnVote>(
      `SELECT c.nomination, c.niche, n.company, v.server_nonce AS "serverNonce", v.browser_nonce AS "browserNonce",
              l.leaf::float8 AS index
         FROM voter_ids a
         JOIN votes v ON v.voter_id = a.voter_id
         JOIN nominees n ON n.id = v.nominee_id
         JOIN categories c ON c.id = v.category_id
         LEFT JOIN log_votes l ON l.voter_id = v.voter_id AND l.category_id = v.category_id
        WHERE a.account_id = $1
        ORDER BY v.cast_at, c.id`,
      [accountId],
    )
  ).rows;

/** The votes whose leaves have the places `from` to `to` - 1. */
export const readOpenLeaves = async (
  db: Queryable,
  from: number,
  to: number,
): Promise<(Pick<OpenVote, 'nomineeId' | 'serverNonce' | 'browserNonce'> & { index: number })[]> =>
  (
    await db.query<Pick<OpenVote, 'nomineeId' | 'serverNonce' | 'browserNonce'> & { index: number }>(
      `SELECT l.leaf::float8 AS index, v.nominee_id AS "nomineeId", v.server_nonce AS "serverNonce", v.browser_nonce AS "browserNonce"
         FROM log_votes l JOIN votes v ON v.voter_id = l.voter_id AND v.category_id = l.category_id
        WHERE l.leaf >= $1 AND l.leaf < $2`,
      [from, to],
    )
  ).rows;

/** The items, which are leaves but no votes, at the places `from` to `to` - 1. */
export const readItems = async (db: Queryable, from: number, to: number): Promise<(StoredItem & { index: number })[]> =>
  (
    await db.query<StoredItem & { index: number }>(
      `SELECT i.leaf::float8 AS index, i.kind, i.ref, i.content, r.nonce, r.text
         FROM log_items i LEFT JOIN log_results r ON r.leaf = i.leaf
        WHERE i.leaf >= $1 AND i.leaf < $2`,
      [from, to],
    )
  ).rows;

/** The checkpoints larger than `above`, up to the size `upTo`. */
export const readCheckpoints = async (
  db: Queryable,
  above: number,
  upTo: number,
): Promise<{ size: number; note: string }[]> =>
  (
    await db.query<{ size: number; note: string }>(
      'SELECT size::float8 AS size, note FROM log_checkpoints WHERE size > $1 AND size <= $2',
      [above, upTo],
    )
  ).rows;

/**
 * Counts the votes that are not in the log and never enter it: no run looks at their transactions, since these have ended
 * before the newest checkpoint, or have a number that no transaction has yet. Laurel does not write such votes.
 * @param most the count ends one above it
 */
export const countPassedBy = async (db: Queryable, head: Head | undefined, most: number): Promise<number> => {
  const { next, cluster } = await readHorizon(db);
  // In another cluster, and while the log is filled, every vote is looked at.
  if (head?.cluster !== cluster || head.nextTx === ALL) return 0;
  return (await readWaiting(db, { from: ALL, to: head.nextTx, beyond: next }, most)).votes;
};

/** What is wrong with such votes, and what to do. */
export const describePassedBy = (votes: number): string =>
  `${votes} votes are not in the log and never enter it: they have the number of a transaction that was over before, or that does not exist, so Laurel did not write them. Find out who had the owner’s role, and restore the table of votes`;

/** A tree, in which the last leaf is the last vote. */
export type LastVote = { size: number; root: Buffer };

/**
 * The tree that ends with the last vote, which nothing changes that is appended afterwards. Undefined while a counted vote is not in
 * the log, or without votes.
 */
export const readLastVote = async (db: Queryable): Promise<LastVote | undefined> =>
  (
    await db.query<LastVote>(
      `SELECT size::float8 AS size, root FROM (SELECT size, root, totals FROM log_checkpoints WHERE votes > 0 ORDER BY size DESC LIMIT 1) c
        WHERE (SELECT sum(value::int8) FROM jsonb_each_text(totals)) = (SELECT sum(count) FROM tally_totals)`,
    )
  ).rows[0];
