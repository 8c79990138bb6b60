import type { Row } from '@laurel/contracts/console/calls/stage';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

/** The show of the current edition. */
export type Stage = {
  version: number;
  slide: string;
  since: Date | null;
  blank: boolean;
  revealed: string[];
  round: number;
  rows: Row[] | null;
};

const UNTOUCHED: Stage = { version: 0, slide: '', since: null, blank: false, revealed: [], round: 0, rows: null };

/** Reads the show. */
export const readStage = async (db: Queryable): Promise<Stage> =>
  (
    await db.query<Stage>(
      'SELECT version, slide, since, blank, revealed, round, rows FROM stages WHERE year = edition_year()',
    )
  ).rows[0] ?? UNTOUCHED;

/** The categories whose winner the stage has shown. */
export const readRevealed = async (db: Queryable): Promise<ReadonlySet<string>> =>
  new Set((await readStage(db)).revealed);

type Move = { version: number; slide: string; blank: boolean; opened: readonly string[]; actor: string };

/** Moves the show. @returns whether nobody moved it before */
export const moveStage = async (
  db: Queryable,
  { version, slide, blank, opened, actor }: Move,
  now: Date,
): Promise<boolean> => {
  const values = [version, slide, blank, opened, actor, now];
  const { rows } = await db.query<{ moved: boolean }>('SELECT move_stage($1, $2, $3, $4, $5, $6) AS moved', values);
  return rows[0]?.moved === true;
};

type Plan = { before: readonly Row[] | null; rows: readonly Row[]; actor: string };

/** Stores the run sheet. @returns whether it was still the one before */
export const planStage = async (db: Queryable, { before, rows, actor }: Plan, now: Date): Promise<boolean> => {
  const values = [before && JSON.stringify(before), JSON.stringify(rows), actor, now];
  const answer = await db.query<{ stored: boolean }>('SELECT plan_stage($1, $2, $3, $4) AS stored', values);
  return answer.rows[0]?.stored === true;
};

/** Begins the show again. */
export const restartStage = async (db: Queryable, { actor, reason }: Organiser, now: Date): Promise<void> => {
  await db.query('SELECT restart_stage($1, $2, $3)', [reason, actor, now]);
};
