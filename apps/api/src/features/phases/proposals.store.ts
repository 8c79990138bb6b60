import { type PhaseTimesText, readPhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Tx } from '@laurel/database/client';
import type pg from 'pg';
import { BOUNDARIES, type Boundary, type Move, type MoveNumbers, type Proposal, type Seen } from './policy.ts';

/** How many proposals, and how many moves of the history, are listed. */
const LISTED = 50;

type StoredMove = Readonly<Partial<Record<Boundary, string | null>>>;
type StoredProposal = Omit<Proposal, 'move' | 'seen' | 'numbers'> & {
  move: StoredMove & { clear: boolean };
  /** The moved times, and those of the edition's files, which earlier releases did not store. */
  seen: StoredMove & { files?: PhaseTimesText };
  numbers: Omit<MoveNumbers, 'countedAt'> & { countedAt: string };
};

const eachMoved = <Time>(stored: StoredMove, read: (at: string) => Time): Partial<Record<Boundary, Time | null>> =>
  Object.fromEntries(
    BOUNDARIES.flatMap((boundary) => {
      const at = stored[boundary];
      return at === undefined ? [] : [[boundary, at === null ? null : read(at)]];
    }),
  );

const proposalOf = ({ move, seen, numbers, ...row }: StoredProposal): Proposal => ({
  ...row,
  move: { clear: move.clear, ...eachMoved(move, (at) => (at === 'now' ? 'now' : new Date(at))) },
  seen: { moved: eachMoved(seen, (at) => new Date(at)), files: seen.files && readPhaseTimes(seen.files) },
  numbers: { ...numbers, countedAt: new Date(numbers.countedAt) },
});

const COLUMNS = `id, move, seen, numbers, reason, proposed_at AS "proposedAt", proposed_by AS "proposedBy", approved,
  decided_at AS "decidedAt", decided_by AS "decidedBy", applied_at AS "appliedAt"`;

/** The newest proposals, newest first. */
export const readProposals = async (pool: pg.Pool): Promise<Proposal[]> => {
  const { rows } = await pool.query<StoredProposal>(
    `SELECT ${COLUMNS} FROM phase_proposals ORDER BY phase_proposals.id DESC LIMIT ${LISTED}`,
  );
  return rows.map(proposalOf);
};

export const readProposal = async (tx: Tx, id: number): Promise<Proposal | undefined> => {
  const [row] = await tx.$queryRawUnsafe<StoredProposal[]>(`SELECT ${COLUMNS} FROM phase_proposals WHERE id = $1`, id);
  return row && proposalOf(row);
};

type NewProposal = {
  move: Move;
  seen: Seen;
  numbers: MoveNumbers;
  organiser: Organiser;
  detail: Readonly<Record<string, string>>;
  now: Date;
};

/** Stores a proposal, with its entry in the audit log. @returns its id */
export const insertProposal = async (tx: Tx, proposal: NewProposal): Promise<number> => {
  const { move, seen, numbers, organiser, detail, now } = proposal;
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    SELECT propose_phases(${JSON.stringify(move)}::jsonb, ${JSON.stringify({ ...seen.moved, files: seen.files })}::jsonb, ${JSON.stringify(numbers)}::jsonb,
                          ${JSON.stringify(detail)}::jsonb, ${organiser.actor}, ${organiser.reason}, ${now}) AS id`;
  if (!row) throw new Error('propose_phases() returned nothing');
  return row.id;
};

/** Approves or refuses a proposal. @returns false if it is decided, has expired, or was proposed by the same person */
export const decideProposal = async (
  tx: Tx,
  { id, approve, organiser, now }: { id: number; approve: boolean; organiser: Organiser; now: Date },
): Promise<boolean> => {
  const [row] = await tx.$queryRaw<{ done: boolean }[]>`
    SELECT decide_phases(${id}::int4, ${approve}, ${organiser.actor}, ${organiser.reason}, ${now}) AS done`;
  return row?.done ?? false;
};

const HOUR_MS = 3_600_000;

/** Counts the votes of the last hour, and the people who signed up in the last 24 hours and can't vote yet. */
export const countAffected = async (pool: pg.Pool, now: Date): Promise<MoveNumbers> => {
  const { rows } = await pool.query<{ votes: number; unfinished: number }>(
    'SELECT votes::float8, unfinished::float8 FROM phase_numbers($1)',
    [new Date(now.getTime() - HOUR_MS)],
  );
  return { votesLastHour: rows[0]?.votes ?? 0, unfinished: rows[0]?.unfinished ?? 0, countedAt: now };
};

/** A move that was made: by an organiser, or by an edition that was published. */
export type HistoryEntry = {
  at: Date;
  actor: string;
  action: string;
  reason: string | null;
  detail: Readonly<Record<string, unknown>>;
};

/** The newest moves, newest first. PostgreSQL reads them by the partial index on these actions. */
export const readHistory = async (pool: pg.Pool): Promise<HistoryEntry[]> =>
  (
    await pool.query<HistoryEntry>(
      `SELECT at, actor, action, reason, detail FROM audit_entries
        WHERE action IN ('phase.set', 'edition.import') AND detail ? 'closes' ORDER BY id DESC LIMIT ${LISTED}`,
    )
  ).rows;
