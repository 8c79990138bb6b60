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

/** Moved moments are read this often, milliseconds. */
const READ_EVERY_MS = 1_000;

type Deps = {
  /** What the edition's files say: the same object until another edition is served. */
  files(): PhaseTimes;
  /** What organisers have moved, as it was read at the start. */
  moved: Moved;
  readMoved(): Promise<Moved>;
  transact: Transact;
  now(): Date;
  /** Hears once of an outage in which the moments can't be read; those that were read last hold meanwhile. */
  trouble(error: unknown): void;
};

export type Phases = {
  /** The moments that hold: the same object until one of them is moved. */
  times(): PhaseTimes;
  at(now: Date): Phase;
  /** What organisers have moved, as far as this process knows. */
  moved(): Moved;
  /** Reads what organisers have moved; every process does so each second once it was started. */
  refresh(): Promise<void>;
  /** Takes the moments of the edition that is served now. */
  editionChanged(): void;
  /** Calls back after an organiser moved a moment. */
  onMoved(moved: () => void): void;
  /** What a move would come to now. @throws MoveRefusedError */
  plan(move: Move): MovePlan;
  /**
   * Moves moments. Votes stand still meanwhile, and its "now" is later than each vote that was accepted before.
   * @param seen what was moved when the organiser decided
   * @throws MoveRefusedError also where somebody else has moved a moment since
   */
  move(move: Move, organiser: Organiser, seen: Moved): Promise<MovePlan>;
  start(): void;
  close(): Promise<void>;
};

const said = (at: Date | null): string => at?.toISOString() ?? 'none';

/** What the audit log keeps of a move. */
const detailOf = ({ before, after: then }: MovePlan): Record<string, string> => ({
  opensBefore: said(before.votingOpensAt),
  opens: said(then.votingOpensAt),
  closesBefore: said(before.votingClosesAt),
  closes: said(then.votingClosesAt),
  announcedBefore: said(before.winnersAnnouncedAt),
  announced: said(then.winnersAnnouncedAt),
});

/** The phases of the edition as they are now: by its files, and by what organisers moved while it runs. */
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
        // Later than what was read a millisecond ago by a clock that counts in whole ones.
        const now = after(deps.now(), 1);
        const planned = planMove(files(), current, move, now);
        await movePhases(tx, { moved: planned.moved, files: files(), organiser, detail: detailOf(planned), now });
        return planned;
      });
      await refresh();
      return plan;
    },
    ...createPoll(READ_EVERY_MS, refresh, deps.trouble),
  };
};
