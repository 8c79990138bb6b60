import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Tx } from '@laurel/database/client';
import type pg from 'pg';
import { BOUNDARIES, type Boundary, type Moved } from './policy.ts';

type Row = { boundary: Boundary; at: Date | null };

const movedOf = (rows: readonly Row[]): Moved => Object.fromEntries(rows.map(({ boundary, at }) => [boundary, at]));

/** What organisers moved: at most three rows. */
export const readMoved = async (pool: pg.Pool): Promise<Moved> => {
  // Without a name: a pooler lends another connection for each question, which has not prepared it or already has.
  const { rows } = await pool.query<Row>('SELECT boundary, at FROM phase_times');
  return movedOf(rows);
};

/**
 * Waits for the votes that are being written, and lets no others begin until the transaction ends; what organisers moved.
 * One organiser at a time gets here.
 */
export const stopBallots = async (tx: Tx): Promise<Moved> => {
  await tx.$executeRaw`SELECT stop_ballots()`;
  return movedOf(await tx.$queryRaw<Row[]>`SELECT boundary, at FROM phase_times`);
};

/** Has votes judged by other moments from the commit on, and writes down who did it; one function does both. */
export const movePhases = async (
  tx: Tx,
  {
    moved,
    files,
    organiser,
    detail,
    now,
  }: { moved: Moved; files: PhaseTimes; organiser: Organiser; detail: Record<string, string>; now: Date },
): Promise<void> => {
  const kept = BOUNDARIES.flatMap((boundary) => {
    const at = moved[boundary];
    return at === undefined ? [] : [{ boundary, at: at?.toISOString() ?? null }];
  });
  await tx.$executeRaw`
    SELECT move_phases(${kept.map(({ boundary }) => boundary)}, ${kept.map(({ at }) => at)}::timestamptz[],
                       ${files.votingOpensAt}, ${files.votingClosesAt}, ${files.winnersAnnouncedAt},
                       ${organiser.actor}, ${organiser.reason}, ${JSON.stringify(detail)}::jsonb, ${now})`;
};
