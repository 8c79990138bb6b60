import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Tx } from '@laurel/database/client';
import type pg from 'pg';
import { BOUNDARIES, type Boundary, type Moved } from './policy.ts';

type Row = { boundary: Boundary; at: Date | null };

const movedOf = (rows: readonly Row[]): Moved => Object.fromEntries(rows.map(({ boundary, at }) => [boundary, at]));

/** Reads the moved times: at most three rows. */
export const readMoved = async (pool: pg.Pool): Promise<Moved> => {
  // An unnamed statement: a pooler may run each query on another connection.
  const { rows } = await pool.query<Row>('SELECT boundary, at FROM phase_times');
  return movedOf(rows);
};

/**
 * Waits for the batches that are being written and blocks new ones and other organisers until the transaction ends.
 * @returns the moved times
 */
export const stopBallots = async (tx: Tx): Promise<Moved> => {
  await tx.$executeRaw`SELECT stop_ballots()`;
  return movedOf(await tx.$queryRaw<Row[]>`SELECT boundary, at FROM phase_times`);
};

/** Moves the times and records the move in the audit log, in one database function. Applies from the commit on. */
export const movePhases = async (
  tx: Tx,
  move: { moved: Moved; files: PhaseTimes; organiser: Organiser; detail: Record<string, string>; now: Date },
): Promise<void> => {
  const { moved, files, organiser, detail, now } = move;
  const rows = BOUNDARIES.flatMap((boundary) => {
    const at = moved[boundary];
    return at === undefined ? [] : [{ boundary, at: at?.toISOString() ?? null }];
  });
  await tx.$executeRaw`
    SELECT move_phases(${rows.map(({ boundary }) => boundary)}, ${rows.map(({ at }) => at)}::timestamptz[],
                       ${files.votingOpensAt}, ${files.votingClosesAt}, ${files.winnersAnnouncedAt},
                       ${organiser.actor}, ${organiser.reason}, ${JSON.stringify(detail)}::jsonb, ${now})`;
};
