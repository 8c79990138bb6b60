import { leadersOf } from '@laurel/contracts/leaders';
import type { StatisticsItem } from '@laurel/contracts/records';
import { shared } from '../../concurrency/shared.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import { type CategoryOutline, shareOut } from './policy.ts';
import type { TieBreak } from './port.ts';
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
  /** What ends a tie. @param final whether voting ended */
  readTieBreak(final: boolean): Promise<TieBreak>;
  /** Whether results may be shown, by their visibility and the phase. */
  visible(now: Date): boolean;
  /** When voting ended; undefined while it goes on, and while votes of before the end may still be stored. */
  ended(now: Date): Date | undefined;
  /**
   * Whether the winners are announced. Pages read the winners from the totals, so then only final totals may be shown.
   */
  announced(now: Date): boolean;
  /** The categories that may be shown once the winners are announced; undefined: all. */
  readRevealed(): Promise<ReadonlySet<string> | undefined>;
  now(): Date;
  onError(error: unknown): void;
};

/** The published totals are read once in this interval of the database's clock, milliseconds. */
const INTERVAL_MS = 1_000;
/** A request waits at most this long for a publication, milliseconds; then it gets what was published before. */
const MAX_WAIT_MS = 1_000;

/** What requests get. */
type View = {
  readonly body: Finished;
  /** The end of its freshness, by the monotonic clock. */
  readonly freshUntil: number;
  /** Undefined while no totals may be shown. */
  readonly totals?: {
    /** The end of voting until which they have every vote, milliseconds; undefined if they were read before the end. */
    readonly final: number | undefined;
    /** Whether a tie waits for its draw. */
    readonly waits: boolean;
    readonly categories: readonly CategoryOutline[];
    /** The JSON of each category, to find the changed ones. */
    readonly texts: ReadonlyMap<CategoryOutline, string>;
  };
};

/** What is shown: the totals, what ends a tie, and what the stage has shown. */
type Totals = PublishedTotals & { readonly tieBreak: TieBreak; readonly revealed: ReadonlySet<string> | undefined };

const HIDDEN = finish('[]');

/**
 * Reads the published totals once a second while there are requests or listeners, and caches the response. All
 * processes read at the start of a second of the database's clock, so that they return the same percentages in the same
 * second.
 */
export const createStatistics = (deps: Deps): Statistics => {
  const listeners = new Set<(items: StatisticsItem[]) => void>();
  let view: View | undefined;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Whether totals may be shown although pages may read winners from them.
   * @param final the end of voting for which they are final; voting that was opened again has another end
   * @param waits whether they have a tie that waits for its draw
   */
  const mayDecide = (final: number | undefined, waits: boolean, now: Date): boolean =>
    !deps.announced(now) || (final !== undefined && final === deps.ended(now)?.getTime() && !waits);

  /** Whether any totals may be shown. After the announcement, none may be shown before the last vote is stored. */
  const mayShow = (now: Date): boolean => deps.visible(now) && (!deps.announced(now) || deps.ended(now) !== undefined);

  /** The view, if the phase allows it. */
  const allowed = (now: Date): View | undefined => {
    if ((view?.totals !== undefined) !== mayShow(now)) return undefined;
    return view?.totals && !mayDecide(view.totals.final, view.totals.waits, now) ? undefined : view;
  };

  const fresh = (now: Date): View | undefined =>
    view && performance.now() < view.freshUntil ? allowed(now) : undefined;

  const hide = (): void => {
    view = { body: HIDDEN, freshUntil: performance.now() + INTERVAL_MS };
  };

  /** Hides totals that are not final. The next request reads them again. */
  const withhold = (): void => {
    view = { body: HIDDEN, freshUntil: Number.NEGATIVE_INFINITY };
  };

  const show = ({ at, totals, tieBreak, revealed }: Totals, final: number | undefined): void => {
    const { categories } = deps;
    // Pages had no totals while the phase did not allow the view: then all categories are pushed.
    const before = allowed(deps.now());
    const known = before?.totals?.categories === categories ? before.totals.texts : undefined;
    const all = categories.map((category) => shareOut(category, totals, final !== undefined, tieBreak));
    const waiting = tieBreak.rule === 'waits' ? all.filter((item) => leadersOf(item).length > 1) : [];
    // Once the winners are announced, a category is left out until its draw is known: its winners would change.
    const announced = deps.announced(deps.now());
    const mayBeSeen = (item: StatisticsItem): boolean =>
      !announced || (!waiting.includes(item) && (revealed?.has(`${item.nomination}/${item.niche}`) ?? true));
    const shown = categories.flatMap((category, place) => {
      const item = all[place];
      return item && mayBeSeen(item) ? [{ category, item, text: JSON.stringify(item) }] : [];
    });
    const texts = new Map(shown.map(({ category, text }) => [category, text]));
    const changed = shown.filter(({ category, text }) => known?.get(category) !== text).map(({ item }) => item);
    view = {
      body:
        before && known && changed.length === 0 ? before.body : finish(JSON.stringify(shown.map(({ item }) => item))),
      freshUntil: performance.now() + INTERVAL_MS - (at.getTime() % INTERVAL_MS),
      totals: { final, waits: !announced && waiting.length > 0, categories, texts },
    };
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  };

  /** Shows totals, unless the phase hides them or needs final ones. */
  const showAllowed = (published: Totals, final: number | undefined): void => {
    const now = deps.now();
    if (!mayShow(now)) hide();
    else if (mayDecide(final, false, now)) show(published, final);
    else withhold();
  };

  const withRules = async (totals: PublishedTotals, final: number | undefined): Promise<Totals> => ({
    ...totals,
    tieBreak: await deps.readTieBreak(final !== undefined),
    revealed: await deps.readRevealed(),
  });

  const read = shared(async (): Promise<void> => {
    for (;;) {
      const now = deps.now();
      if (!mayShow(now)) return hide();
      const final = deps.ended(now)?.getTime();
      const totals = await deps.readPublished(final !== undefined);
      const published = await withRules(totals, final);
      // Results may have been hidden during the query, or the winners announced: then only final totals may be shown.
      if (final !== undefined || !deps.announced(deps.now())) return showAllowed(published, final);
    }
  }, 0);

  /** Shows what was published last, unless a publication ended meanwhile. */
  const readStored = shared(async (): Promise<void> => {
    const ended = deps.ended(deps.now());
    const stored = await deps.readStored(ended);
    const final = stored.final ? ended?.getTime() : undefined;
    const published = await withRules(stored, final);
    if (!allowed(deps.now())) showAllowed(published, final);
  }, 0);

  const tick = async (): Promise<void> => {
    if (!fresh(deps.now())) await read().catch(deps.onError);
    const rest = (view?.freshUntil ?? 0) - performance.now();
    timer = listeners.size > 0 ? setTimeout(tick, rest > 0 ? rest : INTERVAL_MS).unref() : undefined;
  };

  return {
    fresh: (now) => fresh(now)?.body,
    shows: () => allowed(deps.now())?.totals !== undefined,
    current: async () => {
      if (!fresh(deps.now())) {
        // Without anything to show instead, a failure is the caller's.
        const onError = view ? deps.onError : undefined;
        await waitAtMost(MAX_WAIT_MS, read().catch(onError));
        if (!allowed(deps.now())) await readStored().catch(onError);
      }
      return allowed(deps.now())?.body ?? HIDDEN;
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
