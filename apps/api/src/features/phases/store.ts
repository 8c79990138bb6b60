import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Tx } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import { BOUNDARIES, type Boundary, type Moved } from './policy.ts';

type Row = { boundary: Boundary; at: Date | null };

const movedOf = (rows: readonly Row[]): Moved => Object.fromEntries(rows.map(({ boundary, at }) => [boundary, at]));

/** Reads the moved times: at most three rows. */
export const readMoved = async (pool: Queryable): Promise<Moved> => {
  // An unnamed statement: a pooler may run each query on another connection.
  const { rows } = await pool.query<Row>('SELECT boundary, at FROM phase_times');
  return movedOf(rows);
};

/** Reads the database's clock, milliseconds since 1970. */
export const readDatabaseMs = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ at: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at',
  );
  if (!rows[0]) throw new Error('the query returned no time');
  return rows[0].at;
};

/** The state on which a move is based: the moved times, and the id of the newest edition. */
export type Basis = { moved: Moved; edition: number };

/**
 * Waits for the batches of votes that are being written. Until the transaction ends, new batches, other moves and
 * imports wait.
 * @returns the state on which the move is based; it does not change until the transaction ends
 */
export const stopBallots = async (tx: Tx): Promise<Basis> => {
  await tx.$executeRaw`SELECT stop_ballots()`;
  return readBasis(tx);
};

/** Reads the state on which a move is based. */
export const readBasis = async (tx: Tx): Promise<Basis> => {
  const moved = movedOf(await tx.$queryRaw<Row[]>`SELECT boundary, at FROM phase_times`);
  const [newest] = await tx.$queryRaw<{ id: number }[]>`SELECT max(id) AS id FROM editions`;
  if (!newest) throw new Error('max() returned no row');
  return { moved, edition: newest.id };
};

type PhaseMove = {
  moved: Moved;
  files: PhaseTimes;
  organiser: Organiser;
  detail: Readonly<Record<string, string | number | boolean>>;
  now: Date;
  /** The id of the approved proposal; `alone`: one person moves instead of two; null: one person may move. */
  agreedBy: number | 'alone' | null;
};

/**
 * Moves the times and records the move in the audit log, in one database function. Applies from the commit on. The database
 * requires an approved proposal where two people must agree.
 */
export const movePhases = async (tx: Tx, move: PhaseMove): Promise<void> => {
  const { moved, files, organiser, detail, now, agreedBy } = move;
  const rows = BOUNDARIES.flatMap((boundary) => {
    const at = moved[boundary];
    return at === undefined ? [] : [{ boundary, at: at?.toISOString() ?? null }];
  });
  const [boundaries, times] = [rows.map(({ boundary }) => boundary), rows.map(({ at }) => at)];
  const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = files;
  const [{ actor, reason }, details] = [organiser, JSON.stringify(detail)];
  if (agreedBy === 'alone') {
    await tx.$executeRaw`
      SELECT move_phases(${boundaries}, ${times}::timestamptz[], ${votingOpensAt}, ${votingClosesAt}, ${winnersAnnouncedAt},
                         ${actor}, ${reason}, ${details}::jsonb, ${now})`;
  } else {
    await tx.$executeRaw`
      SELECT move_phases_agreed(${agreedBy}::int4, ${boundaries}, ${times}::timestamptz[], ${votingOpensAt}, ${votingClosesAt},
                                ${winnersAnnouncedAt}, ${actor}, ${reason}, ${details}::jsonb, ${now})`;
  }
};
