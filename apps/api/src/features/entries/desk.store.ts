import type * as calls from '@laurel/contracts/console/calls/entries';
import type { ListedCandidate, StepKind } from '@laurel/contracts/console/calls/entries';
import type { Queryable } from '@laurel/database/queryable';
import type { z } from 'zod';

type Place = { nomination: string; niche: string };
type Listed = ListedCandidate & Place & { categoryId: number; key: string; reason: string | null };

/** People, not entries: who wrote twice counts once. A candidate whose entries are elsewhere is not listed. */
const LISTED = `
  SELECT k.id, k.name, k.state, k.reason, k.category_id AS "categoryId", c.nomination, c.niche,
         count(DISTINCT e.account_id)::int AS people, count(*)::int AS entries, count(DISTINCT e.name)::int AS spellings,
         mode() WITHIN GROUP (ORDER BY e.key) AS key
    FROM candidates k JOIN categories c ON c.id = k.category_id JOIN entries e ON e.candidate_id = k.id`;

/** The candidates of a category, by people. */
export const candidatesIn = async (db: Queryable, { nomination, niche }: Place): Promise<Listed[]> =>
  (
    await db.query<Listed>(
      `${LISTED} WHERE c.nomination = $1 AND c.niche = $2 GROUP BY k.id, c.nomination, c.niche ORDER BY people DESC, k.name, k.id`,
      [nomination, niche],
    )
  ).rows;

export const findCandidate = async (db: Queryable, id: number): Promise<Listed | undefined> =>
  (await db.query<Listed>(`${LISTED} WHERE k.id = $1 GROUP BY k.id, c.nomination, c.niche`, [id])).rows[0];

/** How many candidates each category has, and how many are not decided. */
export const countCandidates = async (db: Queryable): Promise<(Place & { candidates: number; open: number })[]> =>
  (
    await db.query<Place & { candidates: number; open: number }>(
      `SELECT c.nomination, c.niche, count(*)::int AS candidates, (count(*) FILTER (WHERE k.state = 'open'))::int AS open
         FROM candidates k JOIN categories c ON c.id = k.category_id
        WHERE EXISTS (SELECT FROM entries e WHERE e.candidate_id = k.id) GROUP BY c.nomination, c.niche`,
    )
  ).rows;

export const countEntries = async (db: Queryable): Promise<{ entries: number; people: number }> => {
  const { rows } = await db.query<{ entries: number; people: number }>(
    `SELECT count(*)::int AS entries, count(DISTINCT e.account_id)::int AS people
       FROM entries e JOIN categories c ON c.id = e.category_id`,
  );
  return rows[0] ?? { entries: 0, people: 0 };
};

/** An entry of a candidate, without the person. */
export type Written = {
  id: string;
  name: string;
  link: string | null;
  why: string | null;
  key: string;
  place: string | null;
};

export const entriesOfCandidate = async (db: Queryable, id: number): Promise<Written[]> =>
  (
    await db.query<Written>(
      'SELECT id, name, link, why, key, place FROM entries WHERE candidate_id = $1 ORDER BY entered_at, id',
      [id],
    )
  ).rows;

/** The places of candidates’ links, and how many people each of them has together with one of them. */
export const peopleWith = async (
  db: Queryable,
  id: number,
  others: readonly number[],
): Promise<Map<number, { together: number; sameLink: boolean }>> => {
  const { rows } = await db.query<{ other: number; together: number; sameLink: boolean }>(
    `SELECT o.id AS other,
            (SELECT count(DISTINCT e.account_id)::int FROM entries e WHERE e.candidate_id IN ($1, o.id)) AS together,
            EXISTS (SELECT FROM entries a JOIN entries b ON b.place = a.place
                     WHERE a.candidate_id = $1 AND b.candidate_id = o.id) AS "sameLink"
       FROM unnest($2::int4[]) o (id)`,
    [id, others],
  );
  return new Map(rows.map(({ other, ...rest }) => [other, rest]));
};

type Step = z.output<typeof calls.readEntries.reply>['steps'][number];
type StepRow = Omit<Step, 'at'> & { at: Date };

/** The newest steps of the current edition, or of one candidate. */
export const readSteps = async (db: Queryable, candidate?: number): Promise<Step[]> =>
  (
    await db.query<StepRow>(
      `SELECT s.id, s.at, s.actor, s.kind, k.name, s.reason, s.undone_at IS NOT NULL AS undone
         FROM candidate_steps s JOIN candidates k ON k.id = s.candidate_id JOIN categories c ON c.id = k.category_id
        WHERE $1::int4 IS NULL OR s.candidate_id = $1 ORDER BY s.id DESC LIMIT 20`,
      [candidate],
    )
  ).rows.map((row) => ({ ...row, at: row.at.toISOString() }));

/** A step on a candidate, with what its kind needs. */
export type Change = {
  kind: StepKind;
  id: number;
  other?: number | undefined;
  entries?: readonly string[] | undefined;
  name?: string | undefined;
  nomination?: string | undefined;
  niche?: string | undefined;
  reason?: string | undefined;
};

/** Carries out a step. @returns its id; 0 if there is no such candidate, null if somebody else was faster */
export const changeCandidate = async (
  db: Queryable,
  change: Change,
  actor: string,
  now: Date,
): Promise<number | null> => {
  const { kind, id, other, entries, name, nomination, niche, reason } = change;
  const { rows } = await db.query<{ step: number | null }>(
    'SELECT change_candidate($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS step',
    [kind, id, other, entries, name, nomination, niche, reason, actor, now],
  );
  return rows[0]?.step ?? null;
};

/** Undoes a step. @returns null if there is none, false if something newer stands on it */
export const undoStep = async (
  db: Queryable,
  id: number,
  { actor, reason }: { actor: string; reason: string | undefined },
  now: Date,
): Promise<boolean | null> => {
  const { rows } = await db.query<{ undone: boolean | null }>('SELECT undo_candidate_step($1, $2, $3, $4) AS undone', [
    ...[id, reason, actor, now],
  ]);
  return rows[0]?.undone ?? null;
};
