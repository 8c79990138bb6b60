import type pg from 'pg';
import type { Tx } from './client.ts';

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

// NOT EXISTS instead of ON CONFLICT, which would use up an id of the sequence for each existing row at every start; the
// categories' ids end at 32,767.
const ADD_CATEGORIES = `
  INSERT INTO categories (nomination, niche)
  SELECT nomination, niche FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (nomination, niche, ord)
   WHERE NOT EXISTS (SELECT FROM categories c WHERE (c.nomination, c.niche) = (t.nomination, t.niche))
   GROUP BY nomination, niche ORDER BY min(ord)`;

const ADD_NOMINEES = `
  INSERT INTO nominees (category_id, company)
  SELECT c.id, t.company
    FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS t (nomination, niche, company, ord)
    JOIN categories c ON (c.nomination, c.niche) = (t.nomination, t.niche)
   WHERE NOT EXISTS (SELECT FROM nominees n WHERE n.category_id = c.id AND n.company = t.company)
   GROUP BY c.id, t.company ORDER BY min(ord)`;

const LISTED = `EXISTS (
  SELECT FROM unnest($1::text[], $2::text[], $3::text[]) AS t (nomination, niche, company)
    JOIN categories c ON (c.nomination, c.niche) = (t.nomination, t.niche)
   WHERE c.id = n.category_id AND t.company = n.company)`;

const RESTORE = `UPDATE nominees n SET withdrawn_at = NULL WHERE withdrawn_at IS NOT NULL AND ${LISTED}`;

const GONE_WITH_VOTES = `
  SELECT c.nomination, c.niche, n.company, t.count::int AS votes
    FROM nominees n JOIN categories c ON c.id = n.category_id JOIN tally_totals t ON t.nominee_id = n.id
   WHERE n.withdrawn_at IS NULL AND t.count > 0 AND NOT ${LISTED}
   ORDER BY n.id`;

const WITHDRAW = `UPDATE nominees n SET withdrawn_at = $4 WHERE withdrawn_at IS NULL AND NOT ${LISTED}`;

/**
 * Updates the nominees to a list. Ids never change, and nominees that are no longer listed are withdrawn. Applying the
 * same list again changes nothing.
 * @param client the owner's, in a transaction that holds stop_ballots(): importers take turns, and no vote is in progress
 * @returns the changes, and the withdrawn nominees that have votes
 */
export const applyNominees = async (
  client: pg.ClientBase,
  nominees: readonly NomineeName[],
  now: Date,
): Promise<NomineeChanges & { gone: VotedNominee[] }> => {
  const nominations = nominees.map(({ nomination }) => nomination);
  const niches = nominees.map(({ niche }) => niche);
  const names = [nominations, niches, nominees.map(({ company }) => company)];
  await client.query(ADD_CATEGORIES, [nominations, niches]);
  const added = await client.query(ADD_NOMINEES, names);
  const restored = await client.query(RESTORE, names);
  const gone = await client.query<VotedNominee>(GONE_WITH_VOTES, names);
  const withdrawn = await client.query(WITHDRAW, [...names, now]);
  return {
    added: added.rowCount ?? 0,
    restored: restored.rowCount ?? 0,
    withdrawn: withdrawn.rowCount ?? 0,
    gone: gone.rows,
  };
};

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
export const planImport = async (pool: pg.Pool, nominees: readonly NomineeName[]): Promise<ImportPlan> => {
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
export const readNominees = async (db: Tx, { withdrawn = false } = {}): Promise<NomineeRow[]> => {
  const rows = await db.nominee.findMany({
    where: withdrawn ? {} : { withdrawnAt: null },
    select: { id: true, categoryId: true, company: true, category: { select: { nomination: true, niche: true } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ category, ...nominee }) => ({ ...nominee, ...category }));
};
