import type pg from 'pg';
import type { PublishEvery } from './policy.ts';

/** The totals that everybody is shown (nominee id → votes), and the time by the database's clock when they were read. */
export type PublishedTotals = { at: Date; totals: ReadonlyMap<number, number> };

// The database's clock, not the caller's: all processes share one pace, even where their own clocks differ.
const PUBLISH = `
  WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS at)
  SELECT clock.at, t.nominee_id, t.count FROM clock LEFT JOIN LATERAL publish_tallies(clock.at, $1, $2, $3) t ON true`;

/**
 * Publishes what is due and reads what is published: a few hundred rows, however many votes there are.
 * @param final whether voting is over, so that every vote is published
 */
export const readPublished = async (pool: pg.Pool, every: PublishEvery, final: boolean): Promise<PublishedTotals> => {
  // Without a name: a pooler lends another connection for each question, which has not prepared it or already has.
  const { rows } = await pool.query<{ at: Date; nominee_id: number | null; count: string | null }>(PUBLISH, [
    every.seconds,
    every.votes,
    final,
  ]);
  const totals = rows.flatMap(({ nominee_id, count }) =>
    nominee_id === null ? [] : [[nominee_id, Number(count)] as const],
  );
  return { at: rows[0]?.at ?? new Date(0), totals: new Map(totals) };
};

/** The count of a nominee's votes beside their stored tally. */
export type CountRow = {
  nomination: string;
  niche: string;
  nomineeId: number;
  company: string;
  withdrawn: boolean;
  votes: number;
  tally: number;
};
/** A count that is no result: votes that differ from the tally, or votes for a nominee that is not in their category. */
export type CountDifference = Pick<CountRow, 'nomineeId' | 'votes' | 'tally'>;

const COUNT = `
  WITH counted AS (SELECT nominee_id, category_id, count(*) AS votes FROM votes GROUP BY nominee_id, category_id)
  SELECT c.nomination, c.niche, coalesce(n.id, v.nominee_id) AS "nomineeId", n.company,
         n.withdrawn_at IS NOT NULL AS withdrawn, coalesce(v.votes, 0)::float8 AS votes, coalesce(t.count, 0)::float8 AS tally
    FROM nominees n
    JOIN categories c ON c.id = n.category_id
    FULL JOIN counted v ON v.nominee_id = n.id AND v.category_id = n.category_id
    LEFT JOIN tally_totals t ON t.nominee_id = coalesce(n.id, v.nominee_id)
   ORDER BY c.id, n.id`;

/** Waits until the votes that are being written stand. */
export const awaitBallots = async (pool: pg.Pool): Promise<void> => {
  await pool.query('SELECT stop_ballots()');
};

/**
 * Counts every vote and compares with the tallies, in one statement and so in one snapshot. It reads the whole table.
 * @returns nominees in the order of their import, and whatever is not as it should be
 */
export const countVotes = async (pool: pg.Pool): Promise<{ counted: CountRow[]; differences: CountDifference[] }> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const { rows } = await client.query<Omit<CountRow, 'company'> & { company: string | null }>(COUNT);
    await client.query('COMMIT');
    const counted = rows.flatMap(({ company, ...row }) => (company === null ? [] : [{ ...row, company }]));
    const differences = rows.filter(({ company, votes, tally }) => company === null || votes !== tally);
    return { counted, differences: differences.map(({ nomineeId, votes, tally }) => ({ nomineeId, votes, tally })) };
  } finally {
    // A failed transaction is not given back: the connection is closed with it.
    client.release(true);
  }
};
