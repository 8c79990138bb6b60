import { type Phase, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Transact, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import { createPoll } from '../../concurrency/poll.ts';
import {
  effectiveTimes,
  isSameMoved,
  type Move,
  type Moved,
  type MovePlan,
  MoveRefusedError,
  planMove,
} from './policy.ts';
import { movePhases, stopBallots } from './store.ts';

/** The moved times are read in this interval, milliseconds. */
const READ_EVERY_MS = 1_000;

type Deps = {
  /** The times of the edition's files: the same object until another edition is served. */
  files(): PhaseTimes;
  /** The moved times, as read at the start. */
  moved: Moved;
  readMoved(): Promise<Moved>;
  transact: Transact;
  now(): Date;
  /** Called once per outage in which the times can't be read; the last ones apply meanwhile. */
  onError(error: unknown): void;
};

export type Phases = {
  /** The times that apply: the same object until one is moved. */
  times(): PhaseTimes;
  at(now: Date): Phase;
  /** The moved times that this process knows. */
  moved(): Moved;
  /** Reads the moved times; runs every second after `start`. */
  refresh(): Promise<void>;
  /** Reads the times of the edition's files again. */
  editionChanged(): void;
  /** Calls `moved` after an organiser moved a time. */
  onMoved(moved: () => void): void;
  /** Plans a move without making it. @throws MoveRefusedError */
  plan(move: Move): MovePlan;
  /**
   * Moves times. No vote is written meanwhile, and its "now" is later than every vote that was accepted before.
   * @param seen the moved times on which the organiser decided
   * @throws MoveRefusedError also when another organiser has moved a time since
   */
  move(move: Move, organiser: Organiser, seen: Moved): Promise<MovePlan>;
  start(): void;
  close(): Promise<void>;
};

const timeText = (at: Date | null): string => at?.toISOString() ?? 'none';

/** The details of a move for the audit log. */
const detailOf = ({ before, after: then }: MovePlan): Record<string, string> => ({
  opensBefore: timeText(before.votingOpensAt),
  opens: timeText(then.votingOpensAt),
  closesBefore: timeText(before.votingClosesAt),
  closes: timeText(then.votingClosesAt),
  announcedBefore: timeText(before.winnersAnnouncedAt),
  announced: timeText(then.winnersAnnouncedAt),
});

/** The phases of the edition, by its files and the moves of organisers. */
export const createPhases = (deps: Deps): Phases => {
  const { files, transact } = deps;
  const listeners: (() => void)[] = [];
  let moved = deps.moved;
  let times = effectiveTimes(files(), moved);

  const refresh = async (): Promise<void> => {
    const read = await deps.readMoved();
    if (isSameMoved(read, moved)) return;
    moved = read;
    times = effectiveTimes(files(), moved);
    for (const listener of listeners) listener();
  };

  return {
    times: () => times,
    at: (now) => phaseAt(times, now),
    moved: () => moved,
    refresh,
    editionChanged: () => {
      times = effectiveTimes(files(), moved);
    },
    onMoved: (listener) => {
      listeners.push(listener);
    },
    plan: (move) => planMove(files(), moved, move, deps.now()),
    move: async (move, organiser, seen) => {
      const plan = await transact(async (tx: Tx) => {
        const current = await stopBallots(tx);
        if (!isSameMoved(current, seen)) {
          throw new MoveRefusedError('Somebody else has moved the phases meanwhile. Look again: laurel phase show.');
        }
        // Dates have whole milliseconds: one more is later than every earlier reading.
        const now = after(deps.now(), 1);
        const planned = planMove(files(), current, move, now);
        await movePhases(tx, { moved: planned.moved, files: files(), organiser, detail: detailOf(planned), now });
        return planned;
      });
      await refresh();
      return plan;
    },
    ...createPoll(READ_EVERY_MS, refresh, deps.onError),
  };
};
