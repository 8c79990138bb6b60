import type { Turnout } from '@laurel/contracts/records';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import type { Publication } from './store.ts';

export type TurnoutCount = {
  /**
   * The last count; null while results are hidden or nothing was counted yet. Waits for a count if there is no recent
   * one.
   */
  current(): Promise<Finished>;
  /** The last count; undefined if `current` has to wait for another one. */
  fresh(now: Date): Finished | undefined;
};

type Deps = {
  /** The published votes in all categories, and the time of the publication; undefined while no totals may be shown. */
  publication(): Promise<Publication | undefined>;
  /** Counts the people with a vote that counts. Reads the whole index of the votes. */
  countVoters(): Promise<number>;
  /** Whether results may be shown, by their visibility and the phase. */
  visible(now: Date): boolean;
  now(): Date;
  onError(error: unknown): void;
};

/** The shortest time between two counts, milliseconds. */
const INTERVAL_MS = 5_000;
/** A count may take at most this share of the time, so that millions of votes do not occupy the database. */
const LOAD = 1 / 20;
/**
 * While the next count runs, the last one is shown, unless the next one has been due for longer than this because there
 * were no requests, milliseconds.
 */
const IDLE_MS = 60_000;
/** A request without a recent count waits at most this long for one, milliseconds. */
const MAX_WAIT_MS = 1_000;

const HIDDEN = finish('null');

/**
 * Counts votes and voters for the page's header, at most every five seconds and only while there are requests. Requests
 * get the last count while the next one runs. Voters are counted again only after another publication, so that the
 * number does not reveal a new voter before the vote is published.
 */
export const createTurnout = ({ publication, countVoters, visible, now, onError }: Deps): TurnoutCount => {
  let counted: { readonly at: string; readonly finished: Finished } | undefined;
  /** The time of the next count, by the monotonic clock. */
  let dueAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;

  const countNow = async (): Promise<void> => {
    const started = performance.now();
    try {
      const published = await publication();
      if (published === undefined || published.at === counted?.at) return;
      const { votes, at } = published;
      // The votes of a counted voter may not be published yet, but there can't be more voters than votes.
      const turnout: Turnout = { votes, voters: Math.min(votes, await countVoters()) };
      counted = { at, finished: finish(JSON.stringify(turnout)) };
    } catch (error) {
      onError(error);
    } finally {
      const ended = performance.now();
      dueAt = ended + Math.max(INTERVAL_MS, (ended - started) / LOAD);
    }
  };

  const count = (): Promise<void> => {
    counting ??= countNow().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  const isDue = (): boolean => performance.now() >= dueAt;
  /** Whether the last count can be shown while the next one runs. */
  const isRecent = (): boolean => counted !== undefined && performance.now() < dueAt + IDLE_MS;

  return {
    fresh: (at) => {
      if (!visible(at)) return HIDDEN;
      if (isDue()) {
        if (!isRecent()) return undefined;
        void count();
      }
      return counted?.finished ?? HIDDEN;
    },
    current: async () => {
      if (!visible(now())) return HIDDEN;
      if (isDue()) {
        const recount = count();
        if (!isRecent()) await waitAtMost(MAX_WAIT_MS, recount);
      }
      return visible(now()) ? (counted?.finished ?? HIDDEN) : HIDDEN;
    },
  };
};
