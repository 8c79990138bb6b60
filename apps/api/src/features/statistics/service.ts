import type { StatisticsItem } from '@laurel/contracts/records';
import { type Finished, finish } from '../../http/common-answer.ts';
import { type CategoryOutline, shareOut } from './policy.ts';
import type { PublishedTotals } from './store.ts';

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

type Deps = {
  /** The edition's categories: the same list until another edition is served. */
  readonly categories: readonly CategoryOutline[];
  /** Publishes what is due and reads what is published (`final`: every vote, because voting is over). */
  readPublished(final: boolean): Promise<PublishedTotals>;
  /** Whether percentages may be shown now (results visibility and phase). */
  visible(now: Date): boolean;
  /** Whether voting has closed: what is published now is the result. */
  final(now: Date): boolean;
  now(): Date;
  trouble(error: unknown): void;
};

/** What is published is read once in each second of the database's clock, milliseconds. */
const PACE_MS = 1_000;
/** A reader who could have an older snapshot waits at most this long for the database, milliseconds. */
const PATIENCE_MS = 1_000;

const EMPTY: readonly StatisticsItem[] = [];

const snapshotOf = (items: readonly StatisticsItem[]): Finished => finish(JSON.stringify(items));

/** Whether `work` is done within `ms` milliseconds; its failure is `trouble`'s to hear. */
const within = async (ms: number, work: Promise<void>, trouble: (error: unknown) => void): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(trouble), late]);
  clearTimeout(timer);
};

/**
 * Reads what is published once a second while somebody asks or listens, and keeps the answer as bytes. Every process reads
 * at the beginning of a second of the database's clock, so that all of them show the same percentages in the same second.
 */
export const createStatistics = (deps: Deps): Statistics => {
  /** Each category as it is shown, as JSON: what differs from it has changed. */
  const shown = new Map<CategoryOutline, string>();
  const listeners = new Set<(items: StatisticsItem[]) => void>();
  const hidden = snapshotOf(EMPTY);
  let snapshot: Finished | undefined;
  let outlines = deps.categories;
  let showing = false;
  /** Until when the snapshot is fresh. Pace, not date: it goes by the monotonic clock. */
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const hide = (): void => {
    showing = false;
    snapshot = hidden;
    shown.clear();
    freshUntil = performance.now() + PACE_MS;
  };

  const show = ({ at, totals }: PublishedTotals, final: boolean): void => {
    showing = true;
    freshUntil = performance.now() + PACE_MS - (at.getTime() % PACE_MS);
    const changed: StatisticsItem[] = [];
    const isSameEdition = outlines === deps.categories;
    outlines = deps.categories;
    if (!isSameEdition) shown.clear();
    const items = outlines.map((category) => {
      const item = shareOut(category, totals, final);
      const json = JSON.stringify(item);
      if (shown.get(category) !== json) changed.push(item);
      shown.set(category, json);
      return item;
    });
    if (changed.length === 0 && isSameEdition && snapshot && snapshot !== hidden) return;
    snapshot = snapshotOf(items);
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  };

  const readNow = async (): Promise<void> => {
    const now = deps.now();
    if (!deps.visible(now)) return hide();
    const final = deps.final(now);
    const published = await deps.readPublished(final);
    // Results may have been hidden while the database was asked.
    if (deps.visible(deps.now())) show(published, final);
    else hide();
  };

  const read = (): Promise<void> => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const isFresh = (now: Date): boolean => performance.now() < freshUntil && showing === deps.visible(now);

  const beat = async (): Promise<void> => {
    if (!isFresh(deps.now())) await read().catch(deps.trouble);
    const rest = freshUntil - performance.now();
    timer = listeners.size > 0 ? setTimeout(beat, rest > 0 ? rest : PACE_MS).unref() : undefined;
  };

  return {
    fresh: (now) => (isFresh(now) ? snapshot : undefined),
    current: async () => {
      if (!isFresh(deps.now())) {
        const attempt = read();
        if (!snapshot || showing !== deps.visible(deps.now())) await attempt;
        else await within(PATIENCE_MS, attempt, deps.trouble);
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
