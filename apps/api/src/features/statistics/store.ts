import type pg from 'pg';

/** The stored totals: nominee id → votes. A few hundred rows, however many votes there are. */
export const readTotals = async (pool: pg.Pool): Promise<Map<number, number>> => {
  const { rows } = await pool.query<{ nominee_id: number; count: string }>({
    name: 'tally totals',
    text: 'SELECT nominee_id, count FROM tally_totals',
  });
  return new Map(rows.map((row) => [row.nominee_id, Number(row.count)]));
};
