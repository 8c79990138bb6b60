import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

/** The stored counts of a nominee: the votes that were cast, and those of them that applied exclusions contain. */
export type NomineeCounts = {
  nomination: string;
  niche: string;
  nomineeId: number;
  company: string;
  withdrawn: boolean;
  cast: number;
  excluded: number;
};

/** The counts of all nominees in one snapshot, in the order of their import. */
export const readCounts = async (db: Queryable): Promise<NomineeCounts[]> =>
  (
    await db.query<NomineeCounts>(
      `SELECT c.nomination, c.niche, n.id AS "nomineeId", n.company, n.withdrawn_at IS NOT NULL AS withdrawn,
              coalesce(t.count, 0)::float8 AS cast, coalesce(x.count, 0)::float8 AS excluded
         FROM nominees n
         JOIN categories c ON c.id = n.category_id
         LEFT JOIN tally_totals t ON t.nominee_id = n.id
         LEFT JOIN excluded_tallies x ON x.nominee_id = n.id
        ORDER BY c.id, n.id`,
    )
  ).rows;

/** Records in the audit log that a person takes the result away in a file. */
export const recordResultsExport = async (
  db: Queryable,
  { actor, file }: { actor: string; file: string },
  now: Date,
): Promise<void> => {
  await db.query('SELECT record_results_export($1, $2, $3)', [actor, file, now]);
};

/** Asks for the next version of the public report. @returns null if there is no first one yet */
export const askForReport = async (db: Queryable, { actor, reason }: Organiser, now: Date): Promise<number | null> => {
  const { rows } = await db.query<{ version: number | null }>('SELECT ask_for_report($1, $2, $3) AS version', [
    reason,
    actor,
    now,
  ]);
  return rows[0]?.version ?? null;
};
