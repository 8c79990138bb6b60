import type { Queryable } from './queryable.ts';

/** The name of a nominee in the edition. */
export type NomineeName = { readonly nomination: string; readonly niche: string; readonly company: string };

export type NomineeImport = {
  nominees: readonly NomineeName[];
  /** When voting opens and closes in every category; null: no limit. Times that an organiser has moved remain. */
  opensAt: Date | null;
  closesAt: Date | null;
  /** When the winners are announced. Without a closing time, voting lasts until then. */
  announcedAt: Date | null;
};

/** The numbers of added, withdrawn and restored nominees. */
export type NomineeChanges = { added: number; withdrawn: number; restored: number };

/** A nominee with its votes. */
export type VotedNominee = NomineeName & { votes: number };

/** The changes that an import would make. */
export type ImportPlan = {
  added: NomineeName[];
  restored: NomineeName[];
  /** With their votes, which remain. Withdrawn nominees can no longer be voted for. */
  withdrawn: VotedNominee[];
  /** The current opening and closing times of the categories; empty before the first import. */
  times: { opensAt: Date | null; closesAt: Date | null }[];
};

const ALL_NOMINEES = `
  SELECT c.nomination, c.niche, n.company, n.withdrawn_at IS NOT NULL AS withdrawn, coalesce(t.count, 0)::int AS votes
    FROM nominees n JOIN categories c ON c.id = n.category_id LEFT JOIN tally_totals t ON t.nominee_id = n.id
   ORDER BY n.id`;

const keyOf = ({ nomination, niche, company }: NomineeName): string => `${nomination}/${niche}/${company}`;

/** Compares the database with a list of nominees without changing anything. Any role that may read can call it. */
export const planImport = async (pool: Queryable, nominees: readonly NomineeName[]): Promise<ImportPlan> => {
  const { rows } = await pool.query<NomineeName & { withdrawn: boolean; votes: number }>(ALL_NOMINEES);
  const times = await pool.query<{ opensAt: Date | null; closesAt: Date | null }>(
    'SELECT DISTINCT opens_at AS "opensAt", closes_at AS "closesAt" FROM categories',
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const listed = new Set(nominees.map(keyOf));
  const nameOf = ({ nomination, niche, company }: NomineeName): NomineeName => ({ nomination, niche, company });
  return {
    added: nominees.filter((each) => !stored.has(keyOf(each))).map(nameOf),
    restored: rows.filter((row) => row.withdrawn && listed.has(keyOf(row))).map(nameOf),
    withdrawn: rows
      .filter((row) => !row.withdrawn && !listed.has(keyOf(row)))
      .map((row) => ({ ...nameOf(row), votes: row.votes })),
    times: times.rows,
  };
};

/** A nominee that can be voted for, with the ids that votes refer to. */
export type NomineeRow = NomineeName & { id: number; categoryId: number };

/** All nominees that can be voted for, ordered by id; with `withdrawn` also the others. */
export const readNominees = async (db: Queryable, { withdrawn = false } = {}): Promise<NomineeRow[]> =>
  (
    await db.query<NomineeRow>(
      `SELECT n.id, n.category_id AS "categoryId", c.nomination, c.niche, n.company
         FROM nominees n JOIN categories c ON c.id = n.category_id WHERE $1 OR n.withdrawn_at IS NULL ORDER BY n.id`,
      [withdrawn],
    )
  ).rows;
