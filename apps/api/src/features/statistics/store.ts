import { inLongSnapshot } from '@laurel/database/in-snapshot';
import { isOfEdition } from '@laurel/database/in-year';
import type pg from 'pg';
import { after } from '../../clock.ts';
import { BATCH_DELAY_MS, BATCH_MS } from '../../limits.ts';
import type { PublishEvery } from './policy.ts';

/** The published totals (nominee id → votes), and the database's time of the read. */
export type PublishedTotals = { at: Date; totals: ReadonlyMap<number, number> };

const totalsOf = (rows: readonly { at: Date; nominee_id: number | null; count: string | null }[]): PublishedTotals => ({
  at: rows[0]?.at ?? new Date(0),
  totals: new Map(
    rows.flatMap(({ nominee_id, count }) => (nominee_id === null ? [] : [[nominee_id, Number(count)] as const])),
  ),
});

// Uses the database's clock: all processes publish at the same time, even when their own clocks differ.
const PUBLISH = `
  WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS at)
  SELECT clock.at, t.nominee_id, t.count FROM clock LEFT JOIN LATERAL publish_tallies(clock.at, $1, $2, $3) t ON true`;

/**
 * Publishes the totals that are due and reads all published totals: a few hundred rows, however many votes there are.
 * @param final whether voting is over, so that every vote is published
 */
export const readPublished = async (pool: pg.Pool, every: PublishEvery, final: boolean): Promise<PublishedTotals> => {
  // An unnamed statement: a pooler may run each query on another connection.
  const { rows } = await pool.query<{ at: Date; nominee_id: number | null; count: string | null }>(PUBLISH, [
    every.seconds,
    every.votes,
    final,
  ]);
  return totalsOf(rows);
};

const STORED = `
  SELECT clock_timestamp() AS at, p.final AND p.published_at >= coalesce($1::timestamptz, '-infinity') AS final, e.key::int4 AS nominee_id, e.value::int8 AS count
    FROM (SELECT) one
    LEFT JOIN categories c ON true
    LEFT JOIN published_tallies p ON p.category_id = c.id
    LEFT JOIN LATERAL jsonb_each_text(p.counts) e ON true`;

/**
 * Reads the last committed publication, and whether it is final: has every vote in every category. Waits for no
 * publication.
 * @param ended when voting ended. Totals are final only if they were published as such after the last vote of that end
 *   can have been stored, by the database's clock
 */
export const readStored = async (pool: pg.Pool, ended?: Date): Promise<PublishedTotals & { final: boolean }> => {
  const { rows } = await pool.query<{
    at: Date;
    final: boolean | null;
    nominee_id: number | null;
    count: string | null;
  }>(STORED, [ended ? after(ended, BATCH_DELAY_MS + BATCH_MS) : null]);
  return { ...totalsOf(rows), final: rows.every(({ final }) => final === true) };
};

/**
 * The published votes in all categories, and the time of the last publication. The time shows a new publication also if
 * the sum is the same, because an exclusion removed as many votes as were new.
 */
export type Publication = { readonly votes: number; readonly at: string };

/** Reads the last publication. */
export const readPublication = async (pool: pg.Pool): Promise<Publication> => {
  const { rows } = await pool.query<{ votes: string; at: string }>(
    `SELECT coalesce(sum(votes), 0) AS votes, coalesce(max(published_at)::text, '') AS at FROM categories c JOIN published_tallies p ON p.category_id = c.id`,
  );
  return { votes: Number(rows[0]?.votes ?? 0), at: rows[0]?.at ?? '' };
};

// Does not count people whose votes are all held by exclusions.
const countVotersWhere = (condition: string): string => `
  WITH held AS MATERIALIZED (SELECT voter_id, count(*) AS votes FROM votes_held(0) GROUP BY voter_id)
  SELECT (SELECT count(*) FROM (SELECT v.voter_id FROM votes v WHERE ${condition} GROUP BY v.voter_id) v)
       - (SELECT count(*) FROM held h WHERE h.votes = (SELECT count(*) FROM votes v WHERE v.voter_id = h.voter_id)) AS voters`;

/** The people with a vote that counts. Reads the primary key of all votes of the first edition: about a second for five million. */
export const countVoters = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ voters: string }>(countVotersWhere(await isOfEdition(pool)));
  return Number(rows[0]?.voters ?? 0);
};

/** The counts of a nominee. */
export type CountRow = {
  nomination: string;
  niche: string;
  nomineeId: number;
  company: string;
  withdrawn: boolean;
  /** The votes in the table of votes. */
  votes: number;
  /** The stored tally of the votes. */
  tally: number;
  /** The votes that applied exclusions hold. */
  held: number;
  /** The stored tally of the held votes. */
  excluded: number;
};
/** Counts that differ from the stored ones, or votes for a nominee of another category. */
export type CountDifference = Pick<CountRow, 'nomineeId' | 'votes' | 'tally' | 'held' | 'excluded'>;

// Counts as held only votes that exist for this nominee: a difference shows when an exclusion holds another vote.
const countWhere = (condition: string): string => `
  WITH counted AS (SELECT v.nominee_id, v.category_id, count(*) AS votes FROM votes v WHERE ${condition} GROUP BY 1, 2),
       held AS (SELECT nominee_id, count(*) AS votes FROM votes_held(0) JOIN votes USING (voter_id, category_id, nominee_id)
                 GROUP BY nominee_id)
  SELECT c.nomination, c.niche, coalesce(n.id, v.nominee_id) AS "nomineeId", n.company,
         n.withdrawn_at IS NOT NULL AS withdrawn, coalesce(v.votes, 0)::float8 AS votes, coalesce(t.count, 0)::float8 AS tally,
         coalesce(h.votes, 0)::float8 AS held, coalesce(x.count, 0)::float8 AS excluded
    FROM nominees n
    JOIN categories c ON c.id = n.category_id
    FULL JOIN counted v ON v.nominee_id = n.id AND v.category_id = n.category_id
    LEFT JOIN tally_totals t ON t.nominee_id = coalesce(n.id, v.nominee_id)
    LEFT JOIN held h ON h.nominee_id = coalesce(n.id, v.nominee_id)
    LEFT JOIN excluded_tallies x ON x.nominee_id = coalesce(n.id, v.nominee_id)
   ORDER BY c.id, n.id, "nomineeId"`;

/** Waits until the batches that are being written are committed. */
export const awaitBallots = async (pool: pg.Pool): Promise<void> => {
  await pool.query('SELECT stop_ballots()');
};

/**
 * Counts all votes and all excluded votes of the edition, and compares them with the tallies in one snapshot. Reads all of them.
 * @returns nominees in the order of their import, and the differences
 */
export const countVotes = (pool: pg.Pool): Promise<{ counted: CountRow[]; differences: CountDifference[] }> =>
  inLongSnapshot(pool, async (db) => {
    const { rows } = await db.query<Omit<CountRow, 'company'> & { company: string | null }>(
      countWhere(await isOfEdition(db)),
    );
    const counted = rows.flatMap(({ company, ...row }) => (company === null ? [] : [{ ...row, company }]));
    const differences = rows.filter(
      ({ company, votes, tally, held, excluded }) => company === null || votes !== tally || held !== excluded,
    );
    return {
      counted,
      differences: differences.map(({ nomineeId, votes, tally, held, excluded }) => ({
        nomineeId,
        votes,
        tally,
        held,
        excluded,
      })),
    };
  });
