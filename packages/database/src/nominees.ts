import pg from 'pg';
import type { Tx } from './client.ts';

/** A nominee as the edition names it. */
export type NomineeName = { readonly nomination: string; readonly niche: string; readonly company: string };

export type NomineeImport = {
  nominees: readonly NomineeName[];
  /** When voting opens and closes, in every category; null: no bound. An organiser may have moved them: that stays. */
  opensAt: Date | null;
  closesAt: Date | null;
  /** When the winners are announced: voting lasts until then where it has no closing time. */
  announcedAt?: Date | null;
};

export type ImportOptions = {
  /** Withdraw nominees that have votes, too: they can't be voted for any more, their votes stay. */
  allowWithdraw?: boolean;
  /** The time of a withdrawal, for the record only. */
  now?: Date;
  /** Work on the owner's client in the import's own transaction, before it is committed. */
  within?: (client: pg.ClientBase, outcome: ImportOutcome) => Promise<void>;
};

/** How many nominees are new, gone, and back again. */
export type ImportOutcome = { added: number; withdrawn: number; restored: number };

/** Nominees that have votes and are no longer listed. Nothing was imported. */
export class NomineesHaveVotesError extends Error {
  override name = 'NomineesHaveVotesError';
  readonly nominees: readonly (NomineeName & { votes: number })[];

  constructor(nominees: readonly (NomineeName & { votes: number })[]) {
    const names = nominees.map((each) => `${each.nomination}/${each.niche}/${each.company} (${each.votes})`);
    super(`nominees that have votes are no longer listed: ${names.join(', ')}`);
    this.nominees = nominees;
  }
}

// New rows are looked for before they are inserted: ON CONFLICT would use up a number of the sequence for each row that
// is there already, at every start, and the categories' ids end at 32,767.
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

const runImport = async (
  client: pg.ClientBase,
  { nominees, opensAt, closesAt, announcedAt = null }: NomineeImport,
  { allowWithdraw = false, now = new Date() }: ImportOptions,
): Promise<ImportOutcome> => {
  const nominations = nominees.map(({ nomination }) => nomination);
  const niches = nominees.map(({ niche }) => niche);
  const names = [nominations, niches, nominees.map(({ company }) => company)];
  // Importers take turns; voters and readers are not held up.
  await client.query('LOCK TABLE categories, nominees IN SHARE ROW EXCLUSIVE MODE');
  await client.query(ADD_CATEGORIES, [nominations, niches]);
  await client.query('SELECT apply_phase_times($1, $2, $3)', [opensAt, closesAt, announcedAt]);
  const added = await client.query(ADD_NOMINEES, names);
  const restored = await client.query(RESTORE, names);
  const gone = await client.query<NomineeName & { votes: number }>(GONE_WITH_VOTES, names);
  if (gone.rows.length > 0 && !allowWithdraw) throw new NomineesHaveVotesError(gone.rows);
  const withdrawn = await client.query(WITHDRAW, [...names, now]);
  return { added: added.rowCount ?? 0, restored: restored.rowCount ?? 0, withdrawn: withdrawn.rowCount ?? 0 };
};

/**
 * Makes the database's nominees those of an edition, in one transaction: ids never change, what is no longer listed is
 * withdrawn. A vote that is being cast meanwhile is judged by what it saw. Running it again changes nothing.
 * @param owner the owner's connection string, or a client connected as the owner and not in a transaction
 * @throws NomineesHaveVotesError when a nominee with votes is no longer listed, unless `allowWithdraw`
 */
export const importNominees = async (
  owner: string | pg.ClientBase,
  edition: NomineeImport,
  options: ImportOptions = {},
): Promise<ImportOutcome> => {
  if (typeof owner === 'string') {
    const client = new pg.Client({ connectionString: owner, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await importNominees(client, edition, options);
    } finally {
      await client.end();
    }
  }
  await owner.query('BEGIN');
  try {
    const outcome = await runImport(owner, edition, options);
    await options.within?.(owner, outcome);
    await owner.query('COMMIT');
    return outcome;
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
};

/** What an import would change. */
export type ImportPlan = {
  added: NomineeName[];
  restored: NomineeName[];
  /** With the votes that each has: they stay, and nobody can vote for it any more. */
  withdrawn: (NomineeName & { votes: number })[];
  /** Between which moments votes count now, in every category; none before the first import. */
  times: { opensAt: Date | null; closesAt: Date | null }[];
};

const ALL_NOMINEES = `
  SELECT c.nomination, c.niche, n.company, n.withdrawn_at IS NOT NULL AS withdrawn, coalesce(t.count, 0)::int AS votes
    FROM nominees n JOIN categories c ON c.id = n.category_id LEFT JOIN tally_totals t ON t.nominee_id = n.id
   ORDER BY n.id`;

const keyOf = ({ nomination, niche, company }: NomineeName): string => `${nomination}/${niche}/${company}`;

/** Compares the database with a list of nominees, and changes nothing. Any role that may read will do. */
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

/** A nominee that can be voted for, with the ids that votes carry. */
export type NomineeRow = NomineeName & { id: number; categoryId: number };

/** Every nominee that can be voted for, by id. */
export const readNominees = async (db: Tx): Promise<NomineeRow[]> => {
  const rows = await db.nominee.findMany({
    where: { withdrawnAt: null },
    select: { id: true, categoryId: true, company: true, category: { select: { nomination: true, niche: true } } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ category, ...nominee }) => ({ ...nominee, ...category }));
};
