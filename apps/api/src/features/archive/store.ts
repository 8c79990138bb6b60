import type { Queryable } from '@laurel/database/queryable';

/** A stored answer of an archived edition. */
export type ArchivedAnswer = { headers: Readonly<Record<string, string>>; body: Buffer };

/** The stored answer of an archived edition at a path. */
export const readArchived = async (db: Queryable, year: number, path: string): Promise<ArchivedAnswer | undefined> =>
  (
    await db.query<ArchivedAnswer>('SELECT headers, body FROM archived_answers WHERE year = $1 AND path = $2', [
      year,
      path,
    ])
  ).rows[0];

/** The paths of all stored answers, those of the newest edition first. */
export const readArchivedPaths = async (db: Queryable): Promise<{ year: number; path: string }[]> =>
  (await db.query<{ year: number; path: string }>('SELECT year, path FROM archived_answers ORDER BY year DESC')).rows;

/** The bodies of all stored answers of an archived edition by their paths; none for another year. */
export const readArchivedBodies = async (db: Queryable, year: number): Promise<Map<string, Buffer>> => {
  const { rows } = await db.query<{ path: string; body: Buffer }>(
    'SELECT path, body FROM archived_answers WHERE year = $1',
    [year],
  );
  return new Map(rows.map(({ path, body }) => [path, body]));
};
