import type { TallyDifference } from '@laurel/database/guards';
import type pg from 'pg';

/** Describes a nominee whose stored counts differ from its votes. */
export const differenceText = ({ nomineeId, votes, tally, held, excluded }: TallyDifference): string =>
  [
    `nominee ${nomineeId}: ${votes} votes, tally ${tally}`,
    ...(held === excluded ? [] : [`${held} excluded votes, their tally ${excluded}`]),
  ].join('; ');

/** The categories of these nominees, as `nomination/niche`, each once. */
export const categoriesOf = async (pool: pg.Pool, differences: readonly TallyDifference[]): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.nomination || '/' || c.niche AS name FROM categories c
      WHERE c.id IN (SELECT category_id FROM nominees WHERE id = ANY ($1::int4[])) ORDER BY c.id`,
    [differences.map(({ nomineeId }) => nomineeId)],
  );
  return rows.map(({ name }) => name);
};
