import type pg from 'pg';
import { inSnapshot } from './in-snapshot.ts';
import type { Queryable } from './queryable.ts';

/**
 * Reads the edition of a year, an archived one or a draft, instead of the current one: all views of one edition speak of it. Everything
 * that `work` reads is of one moment; it can't write.
 */
export const inYear = <Result>(
  pool: pg.Pool,
  year: number,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> =>
  inSnapshot(pool, async (db) => {
    await db.query(`SELECT set_config('laurel.year', $1, true)`, [String(year)]);
    return work(db);
  });

/**
 * The condition that a row `v` of `votes` is of the edition. With the times, PostgreSQL reads no votes of other editions; the hour
 * allows for clocks that differ. A database with one edition has the condition `true`.
 */
export const isOfEdition = async (db: Queryable): Promise<string> => {
  const { rows } = await db.query<{ from: Date | null; until: Date | null }>(
    `SELECT began_at - interval '1 hour' AS "from", ended_at + interval '1 hour' AS until FROM years WHERE year = edition_year()`,
  );
  const { from = null, until = null } = rows[0] ?? {};
  if (from === null && until === null) return 'true';
  return [
    'v.category_id = ANY (ARRAY(SELECT c.id FROM categories c))',
    ...(from ? [`v.cast_at >= '${from.toISOString()}'`] : []),
    ...(until ? [`v.cast_at < '${until.toISOString()}'`] : []),
  ].join(' AND ');
};
