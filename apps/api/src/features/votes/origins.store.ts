import type pg from 'pg';

/** Stores the lines of `originLine` as one text. `settleOrigins` reads it later. */
export const recordOrigins = async (pool: pg.Pool, lines: readonly string[]): Promise<void> => {
  await pool.query('SELECT record_vote_origins($1)', [lines.join('\n')]);
};

/** Moves one stored batch to the table of origins. @returns false if there is none */
export const settleOrigins = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query<{ found: boolean }>('SELECT settle_vote_origins() AS found')).rows[0]?.found ?? false;
