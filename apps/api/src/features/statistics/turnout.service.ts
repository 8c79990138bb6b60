import type { Turnout } from '@laurel/contracts/records';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import type { Publication } from './store.ts';

export type TurnoutCount = {
  /** The last count, or null while results are hidden or nothing was counted yet. Waits for a count only if there is none recent. */
  current(): Promise<Finished>;
  /** The last count; undefined if `current` has to wait for another one. */
  fresh(now: Date): Finished | undefined;
};

type Deps = {
  /** The published votes in all categories, and the time of the publication; undefined while no totals may be shown. */
  publication(): Promise<Publication | undefined>;
  /** The people with a vote that counts: reads the whole index of the votes. */
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
/** A count that has been due for this long, because nobody asked, is no longer shown while the next one runs, milliseconds. */
const IDLE_MS = 60_000;
/** A request without a recent count waits at most this long for one, milliseconds. */
const MAX_WAIT_MS = 1_000;

const HIDDEN = finish('null');

/**
 * Counts votes and voters for the page's header, at most every five seconds and only while there are requests, which are
 * answered with the last count meanwhile. Voters are counted again only after another publication: until then a new
 * voter stays unknown as well.
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
      // A voter's votes may not be published yet.
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
