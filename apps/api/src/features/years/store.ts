import type { ListedYear } from '@laurel/contracts/console/calls/years';
import type { Organiser } from '@laurel/database/audit';
import { readEdition, type StoredEdition } from '@laurel/database/editions';
import { inYear } from '@laurel/database/in-year';
import type { Queryable } from '@laurel/database/queryable';
import pg from 'pg';

/** An edition as it is listed, with times as the database has them. */
type YearRow = Omit<ListedYear, 'endedAt' | 'switchAt'> & { endedAt: Date | null; switchAt: Date | null };

/** The editions of all years, newest first. */
export const readYears = async (db: Queryable): Promise<YearRow[]> =>
  (
    await db.query<YearRow>(
      `SELECT y.year, y.state, y.ended_at AS "endedAt", y.switch_at AS "switchAt", y.switch_by AS "switchBy",
              (SELECT count(*)::int FROM all_editions e WHERE e.year = y.year) AS versions
         FROM years y ORDER BY y.year DESC`,
    )
  ).rows;

/** Why the current edition can't be archived yet, by switch_refusal() of the database. */
type SwitchRule = 'open' | 'log';

/** Why the current edition can't be archived yet; null if it can. */
export const readRefusal = async (db: Queryable, now: Date): Promise<SwitchRule | null> =>
  (await db.query<{ rule: SwitchRule | null }>('SELECT switch_refusal($1) AS rule', [now])).rows[0]?.rule ?? null;

/** The newest version of the edition of a year; undefined if there is none. */
export const readNewest = async (pool: pg.Pool, year: number): Promise<StoredEdition | undefined> => {
  const isKnown = (await readYears(pool)).some((each) => each.year === year && each.versions > 0);
  return isKnown ? inYear(pool, year, readEdition) : undefined;
};

/** Begins the edition of another year. @returns false if it is the current one or archived */
export const createYear = async (
  db: Queryable,
  year: number,
  { actor, reason }: Organiser,
  now: Date,
): Promise<boolean> => {
  const { rows } = await db.query<{ done: boolean }>('SELECT create_year($1, $2, $3, $4) AS done', [
    year,
    actor,
    reason,
    now,
  ]);
  return rows[0]?.done ?? false;
};

/** Why an edition can't be switched to or deleted: there is no draft of this year, it has no version, or it is kept. */
type Rule = 'draft' | 'unpublished' | 'kept';
const RULES: readonly Rule[] = ['draft', 'unpublished', 'kept'];

/** The rule by which the database refused; throws any other error. */
const ruleOf = (error: unknown): Rule => {
  const rule = error instanceof pg.DatabaseError && error.code === 'LA001' ? error.message : undefined;
  const known = RULES.find((each) => each === rule);
  if (!known) throw error;
  return known;
};

/** Deletes the edition of a year that is a draft. @returns why that is not possible, or undefined */
export const deleteYear = async (
  db: Queryable,
  year: number,
  { actor, reason }: Organiser,
  now: Date,
): Promise<Rule | undefined> => {
  try {
    const { rows } = await db.query<{ done: boolean }>('SELECT delete_year($1, $2, $3, $4) AS done', [
      year,
      actor,
      reason,
      now,
    ]);
    return rows[0]?.done ? undefined : 'draft';
  } catch (error) {
    return ruleOf(error);
  }
};

/** Plans the switch to a year, or takes it back (null). @returns why that is not possible, or undefined */
export const planSwitch = async (
  db: Queryable,
  plan: { year: number; at: Date | null; organiser: Organiser; now: Date },
): Promise<Rule | undefined> => {
  const { year, at, organiser, now } = plan;
  try {
    await db.query('SELECT plan_switch($1, $2, $3, $4, $5)', [year, at, organiser.actor, organiser.reason, now]);
    return undefined;
  } catch (error) {
    return ruleOf(error);
  }
};

/** The year of the current edition, and whether a switch is due. */
export const readSwitch = async (db: Queryable, now: Date): Promise<{ year: number; isDue: boolean }> => {
  const { rows } = await db.query<{ year: number; isDue: boolean }>(
    `SELECT edition_year() AS year, EXISTS (SELECT FROM years WHERE switch_at <= $1) AS "isDue"`,
    [now],
  );
  if (!rows[0]) throw new Error('the query returned no row');
  return rows[0];
};

/** An answer of the edition that is archived. */
export type Answer = { path: string; headers: Readonly<Record<string, string>>; body: Buffer };

/** The lock of the process that carries out a switch. */
const SWITCH_LOCK = 5_203_195;

/**
 * Archives the current edition with its answers, and makes the planned one the current edition. One process at a time does so.
 * @param collect makes the answers, of the state that the database has at the time of the call
 * @returns whether it was done
 */
export const switchYear = async (
  pool: pg.Pool,
  collect: () => Promise<readonly Answer[]>,
  now: () => Date,
): Promise<boolean> => {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '5min'`);
    const { rows } = await client.query<{ locked: boolean; basis: string }>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked, archive_basis() AS basis',
      [SWITCH_LOCK],
    );
    let done = false;
    if (rows[0]?.locked) {
      const answers = await collect();
      const switched = await client.query<{ done: boolean }>('SELECT switch_year($1, $2, $3, $4, $5) AS done', [
        rows[0].basis,
        answers.map(({ path }) => path),
        answers.map(({ headers }) => JSON.stringify(headers)),
        answers.map(({ body }) => body),
        now(),
      ]);
      done = switched.rows[0]?.done ?? false;
    }
    await client.query('COMMIT');
    isSound = true;
    return done;
  } finally {
    client.release(!isSound);
  }
};
