import type { StatisticsItem } from '@laurel/contracts/records';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import { type CategoryOutline, shareOut } from './policy.ts';
import type { PublishedTotals } from './store.ts';

export type Statistics = {
  /**
   * The current snapshot, at most a second old while the database answers; an older one while it does not, or while a
   * publication waits for a standby. Once the winners are announced, it has final totals or is empty.
   * @throws the error of the database when nothing was read yet
   */
  current(): Promise<Finished>;
  /** The snapshot in memory, if it is fresh. */
  fresh(now: Date): Finished | undefined;
  /** Whether there are totals in memory that may be shown. */
  shows(): boolean;
  /** Calls `changed` with the changed categories, at most once a second, until the returned function is called. */
  listen(changed: (items: StatisticsItem[]) => void): () => void;
  close(): void;
};

type Deps = {
  /** The edition's categories: the same array until another edition is served. */
  readonly categories: readonly CategoryOutline[];
  /** Publishes the totals that are due and reads all published totals (`final`: publishes every vote). */
  readPublished(final: boolean): Promise<PublishedTotals>;
  /** Reads what was published last, without waiting for a publication; `final`: it has every vote until `ended`. */
  readStored(ended: Date | undefined): Promise<PublishedTotals & { final: boolean }>;
  /** Whether results may be shown, by their visibility and the phase. */
  visible(now: Date): boolean;
  /** When voting ended; undefined while it goes on, and while votes of before the end may still be stored. */
  ended(now: Date): Date | undefined;
  /**
   * Whether the winners are announced. Pages read the winners from the totals, so then only final totals may be shown.
   */
  announced(now: Date): boolean;
  now(): Date;
  onError(error: unknown): void;
};

/** The published totals are read once in this interval of the database's clock, milliseconds. */
const INTERVAL_MS = 1_000;
/** A request waits at most this long for a publication, milliseconds; then it gets what was published before. */
const MAX_WAIT_MS = 1_000;

const snapshotOf = (items: readonly StatisticsItem[]): Finished => finish(JSON.stringify(items));

/**
 * Reads the published totals once a second while there are requests or listeners, and caches the response. All
 * processes read at the start of a second of the database's clock, so that they return the same percentages in the same
 * second.
 */
export const createStatistics = (deps: Deps): Statistics => {
  /** The last JSON of each category, to find the changed ones. */
  const shown = new Map<CategoryOutline, string>();
  const listeners = new Set<(items: StatisticsItem[]) => void>();
  const hidden = snapshotOf([]);
  let snapshot: Finished | undefined;
  let outlines = deps.categories;
  let showing = false;
  /**
   * The end of voting until which the snapshot has every vote, milliseconds; undefined if it was read before the end.
   */
  let finalOf: number | undefined;
  /** The end of the snapshot's freshness, by the monotonic clock. */
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Whether totals may be shown although pages may read winners from them.
   * @param final the end of voting for which they are final; voting that was opened again has another end
   */
  const mayDecide = (final: number | undefined, now: Date): boolean =>
    !deps.announced(now) || (final !== undefined && final === deps.ended(now)?.getTime());

  /** Whether any totals may be shown. After the announcement, none may be shown before the last vote is stored. */
  const mayShow = (now: Date): boolean => deps.visible(now) && (!deps.announced(now) || deps.ended(now) !== undefined);

  /** Whether the phase allows the snapshot. */
  const fits = (now: Date): boolean => showing === mayShow(now) && (!showing || mayDecide(finalOf, now));

  const hide = (): void => {
    showing = false;
    snapshot = hidden;
    shown.clear();
    freshUntil = performance.now() + INTERVAL_MS;
  };

  /** Hides totals that are not final. The next request reads them again, and then all categories are pushed. */
  const withhold = (): void => {
    hide();
    freshUntil = Number.NEGATIVE_INFINITY;
  };

  const show = ({ at, totals }: PublishedTotals, final: number | undefined): void => {
    // While the phase did not allow the snapshot, pages got no totals: now all categories are pushed.
    if (!fits(deps.now())) shown.clear();
    showing = true;
    finalOf = final;
    freshUntil = performance.now() + INTERVAL_MS - (at.getTime() % INTERVAL_MS);
    const changed: StatisticsItem[] = [];
    const isSameEdition = outlines === deps.categories;
    outlines = deps.categories;
    if (!isSameEdition) shown.clear();
    const items = outlines.map((category) => {
      const item = shareOut(category, totals, final !== undefined);
      const json = JSON.stringify(item);
      if (shown.get(category) !== json) changed.push(item);
      shown.set(category, json);
      return item;
    });
    if (changed.length === 0 && isSameEdition && snapshot && snapshot !== hidden) return;
    snapshot = snapshotOf(items);
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  };

  /** Shows totals, unless the phase hides them or needs final ones. */
  const showAllowed = (published: PublishedTotals, final: number | undefined): void => {
    const now = deps.now();
    if (!mayShow(now)) hide();
    else if (mayDecide(final, now)) show(published, final);
    else withhold();
  };

  const readNow = async (): Promise<void> => {
    const now = deps.now();
    if (!mayShow(now)) return hide();
    const final = deps.ended(now)?.getTime();
    const published = await deps.readPublished(final !== undefined);
    // Results may have been hidden during the query, or the winners announced.
    if (final === undefined && deps.announced(deps.now())) return readNow();
    showAllowed(published, final);
  };

  const read = (): Promise<void> => {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const hasSnapshot = (): boolean => snapshot !== undefined && fits(deps.now());

  let readingStored: Promise<void> | undefined;
  /** Shows what was published last, unless a publication ended meanwhile. */
  const readStored = (): Promise<void> => {
    const ended = deps.ended(deps.now());
    readingStored ??= deps
      .readStored(ended)
      .then((stored) => {
        if (!hasSnapshot()) showAllowed(stored, stored.final ? ended?.getTime() : undefined);
      })
      .finally(() => {
        readingStored = undefined;
      });
    return readingStored;
  };

  const isFresh = (now: Date): boolean => performance.now() < freshUntil && fits(now);

  const tick = async (): Promise<void> => {
    if (!isFresh(deps.now())) await read().catch(deps.onError);
    const rest = freshUntil - performance.now();
    timer = listeners.size > 0 ? setTimeout(tick, rest > 0 ? rest : INTERVAL_MS).unref() : undefined;
  };

  return {
    fresh: (now) => (isFresh(now) ? snapshot : undefined),
    shows: () => showing && hasSnapshot(),
    current: async () => {
      if (!isFresh(deps.now())) {
        const isFirst = snapshot === undefined;
        const attempt = read();
        await waitAtMost(MAX_WAIT_MS, isFirst ? attempt : attempt.catch(deps.onError));
        if (!hasSnapshot()) await (isFirst ? readStored() : readStored().catch(deps.onError));
      }
      return snapshot !== undefined && fits(deps.now()) ? snapshot : hidden;
    },
    listen: (changed) => {
      listeners.add(changed);
      timer ??= setTimeout(tick, 0).unref();
      return () => listeners.delete(changed);
    },
    close: () => {
      listeners.clear();
      clearTimeout(timer);
    },
  };
};
