import type pg from 'pg';

/** The stored totals: nominee id → votes. A few hundred rows, however many votes there are. */
export const readTotals = async (pool: pg.Pool): Promise<Map<number, number>> => {
  // Without a name: a pooler lends another connection for each question, which has not prepared it or already has.
  const { rows } = await pool.query<{ nominee_id: number; count: string }>(
    'SELECT nominee_id, count FROM tally_totals',
  );
  return new Map(rows.map((row) => [row.nominee_id, Number(row.count)]));
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
