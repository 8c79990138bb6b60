import type { StatisticsItem } from '@laurel/contracts/records';
import { type Finished, finish } from '../../lib/common-answer.ts';
import { type CategoryOutline, isDue, type PublishEvery, type Published, shareOut, votesIn } from './policy.ts';

export type Statistics = {
  /**
   * The present snapshot, at most a second old while the database answers; an older one while it does not.
   * @throws what the database threw where nothing was ever read
   */
  current(): Promise<Finished>;
  /** The snapshot at hand, without asking anybody, where it is fresh enough to be given at once. */
  fresh(now: Date): Finished | undefined;
  /** Calls back with the categories that changed, at most once a second, until the returned function is called. */
  listen(changed: (items: StatisticsItem[]) => void): () => void;
  close(): void;
};

type Given = {
  categories: readonly CategoryOutline[];
  readTotals(): Promise<ReadonlyMap<number, number>>;
  /** Whether percentages may be shown now (results visibility and phase). */
  visible(now: Date): boolean;
  /** Whether voting has closed: what is published now is the result. */
  final(now: Date): boolean;
  publishEvery: PublishEvery;
  now(): Date;
  trouble(error: unknown): void;
};

/** Totals are read at most this often, milliseconds. */
const READ_EVERY_MS = 1_000;

const EMPTY: readonly StatisticsItem[] = [];

const snapshotOf = (items: readonly StatisticsItem[]): Finished => finish(JSON.stringify(items));

/** Reads the totals at most once a second while somebody asks or listens, and keeps the answer as bytes. */
export const createStatistics = (given: Given): Statistics => {
  const published = new Map<CategoryOutline, Published>();
  const listeners = new Set<(items: StatisticsItem[]) => void>();
  const hidden = snapshotOf(EMPTY);
  let snapshot: Finished | undefined;
  let showing = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const publish = (totals: ReadonlyMap<number, number>, now: Date): void => {
    // Pace, not date: it goes by the monotonic clock, whatever the other one is moved to.
    const at = performance.now();
    showing = given.visible(now);
    if (!showing) {
      snapshot = hidden;
      published.clear();
      return;
    }
    const final = given.final(now);
    const changed: StatisticsItem[] = [];
    for (const category of given.categories) {
      const votes = votesIn(category, totals);
      if (!isDue(published.get(category), { votes, final, at }, given.publishEvery)) continue;
      const item = shareOut(category, totals, final);
      published.set(category, { item, votes, at, final });
      changed.push(item);
    }
    if (changed.length === 0 && snapshot && snapshot !== hidden) return;
    snapshot = snapshotOf(given.categories.flatMap((category) => published.get(category)?.item ?? []));
    for (const listener of listeners) listener(changed);
  };

  const read = (): Promise<void> => {
    reading ??= given
      .readTotals()
      .then((totals) => {
        readAt = performance.now();
        publish(totals, given.now());
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const isFresh = (now: Date): boolean => performance.now() - readAt < READ_EVERY_MS && showing === given.visible(now);

  const beat = async (): Promise<void> => {
    if (!isFresh(given.now())) await read().catch(given.trouble);
    timer = listeners.size > 0 ? setTimeout(beat, READ_EVERY_MS).unref() : undefined;
  };

  return {
    fresh: (now) => (isFresh(now) ? snapshot : undefined),
    current: async () => {
      if (!isFresh(given.now())) {
        const attempt = read();
        if (!snapshot || showing !== given.visible(given.now())) await attempt;
        else await attempt.catch(given.trouble);
      }
      return snapshot ?? hidden;
    },
    listen: (changed) => {
      listeners.add(changed);
      timer ??= setTimeout(beat, 0).unref();
      return () => listeners.delete(changed);
    },
    close: () => {
      listeners.clear();
      clearTimeout(timer);
    },
  };
};
