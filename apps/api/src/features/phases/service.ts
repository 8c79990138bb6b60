import {
  isNominating,
  type Phase,
  type PhaseTimes,
  phaseAt,
  type ShownPhase,
  shownPhaseAt,
} from '@laurel/contracts/phase';
import { after } from '../../clock.ts';
import { createPoll } from '../../concurrency/poll.ts';
import { createTurns } from '../../concurrency/turns.ts';
import { effectiveTimes, isSameMoved, isSettled, type Moved } from './policy.ts';

/** The moved times are read in this interval, milliseconds. */
const READ_EVERY_MS = 1_000;

type Deps = {
  /** The times of the edition's files: the same object until another edition is served. */
  files(): PhaseTimes;
  /** The moved times, as read at the start. */
  moved: Moved;
  readMoved(): Promise<Moved>;
  /** How much the database's clock is ahead of this process's, milliseconds; 0 while they agree. */
  databaseAheadMs(): number;
  /** Called once per outage in which the times can't be read; the last ones apply meanwhile. */
  onError(error: unknown): void;
};

export type Phases = {
  /** The times that apply: the same object until one is moved. */
  times(): PhaseTimes;
  /** The phase by this process's clock and the database's: the earlier one if they differ. */
  at(now: Date): Phase;
  /** The phase as clients are told, by the earlier clock, too. */
  shown(now: Date): ShownPhase;
  /** Whether people may put somebody forward, by both clocks. */
  nominating(now: Date): boolean;
  /** The earlier of `now` and the database's time; `now` while they agree. */
  earlier(now: Date): Date;
  /** The later of `now` and the database's time; `now` while they agree. */
  later(now: Date): Date;
  /** Whether voting ended so long ago, by both clocks, that no vote is stored any more. */
  isSettled(now: Date): boolean;
  /** Whether voting is open by both clocks; undefined if it is open by one of them only. */
  isOpen(now: Date): boolean | undefined;
  /** The moved times that this process knows. */
  moved(): Moved;
  /** Reads the moved times; runs every second after `start`. */
  refresh(): Promise<void>;
  /** Reads the times of the edition's files again. */
  editionChanged(): void;
  /** Calls `moved` after an organiser moved a time. */
  onMoved(moved: () => void): void;
  start(): void;
  close(): Promise<void>;
};

/** The phases of the edition, by its files and the moves of organisers. */
export const createPhases = (deps: Deps): Phases => {
  const { files } = deps;
  const listeners: (() => void)[] = [];
  let moved = deps.moved;
  let times = effectiveTimes(files(), moved);

  const readNow = async (): Promise<void> => {
    const read = await deps.readMoved();
    if (isSameMoved(read, moved)) return;
    moved = read;
    times = effectiveTimes(files(), moved);
    for (const listener of listeners) listener();
  };
  // One read at a time: a read that began before a move and is answered late must not restore the old times.
  const inTurn = createTurns();
  const refresh = (): Promise<void> => inTurn('times', readNow);

  const earlier = (now: Date): Date => after(now, Math.min(0, deps.databaseAheadMs()));
  const later = (now: Date): Date => after(now, Math.max(0, deps.databaseAheadMs()));
  const at = (now: Date): Phase => phaseAt(times, earlier(now));

  return {
    times: () => times,
    at,
    shown: (now) => shownPhaseAt(times, earlier(now)),
    nominating: (now) => isNominating(times, earlier(now)) && isNominating(times, later(now)),
    earlier,
    later,
    isSettled: (now) => isSettled(times, earlier(now)),
    isOpen: (now) => {
      const first = at(now) === 'open';
      const last = phaseAt(times, later(now)) === 'open';
      return first === last ? first : undefined;
    },
    moved: () => moved,
    refresh,
    editionChanged: () => {
      times = effectiveTimes(files(), moved);
    },
    onMoved: (listener) => {
      listeners.push(listener);
    },
    ...createPoll(READ_EVERY_MS, refresh, deps.onError),
  };
};
