import type { StatisticsItem } from '@laurel/contracts/records';
import { type Ballot, type Category, type Company, leadersOf, type Nomination, publishedOf, ranked } from './flow.ts';

/** A text of a category instead of percentages. */
export type EmptyNote = 'hiddenResults' | 'loading' | 'emptyOpen' | 'emptyLater' | 'emptyClosed';

/** The note of a category without percentages; undefined if it has some, or needs none. */
export const emptyNoteOf = (
  { phase, results }: Pick<Ballot, 'phase' | 'results'>,
  published: StatisticsItem | undefined,
  votedFor: string | undefined,
): EmptyNote | undefined => {
  if (!results.visible) return 'hiddenResults';
  if (phase === 'scheduled') return undefined;
  if (!published) return 'loading';
  // A vote of one's own may be counted, and not published yet.
  if (votedFor !== undefined || published.results.some(({ percentage }) => percentage > 0)) return undefined;
  if (phase !== 'open') return 'emptyClosed';
  // Where votes are published later, others may have been the first.
  const { seconds, votes } = results.publishEvery;
  return seconds > 1 || votes > 1 ? 'emptyLater' : 'emptyOpen';
};

/**
 * How a category ended: its winners, several if they are equal, and those on the two places below. Without votes both are
 * empty.
 */
export type Outcome = {
  readonly category: Category;
  /** Whether its totals are known. */
  readonly known: boolean;
  /** Whether the page does not know one of the winners, who was added after it was opened. */
  readonly outdated: boolean;
  readonly winners: readonly Company[];
  readonly runnersUp: readonly Company[];
};

const RUNNERS_UP = 2;

/** How each category of a nomination ended. */
export const outcomesOf = (nomination: Nomination, statistics: readonly StatisticsItem[]): readonly Outcome[] =>
  nomination.categories.map((category) => {
    const published = publishedOf(statistics, nomination.tag, category.tag);
    const companies = ranked(category, published, undefined);
    const leaders = leadersOf(category, published);
    const others = companies.filter(({ tag, percent }) => percent > 0 && !leaders?.includes(tag));
    const least = others[RUNNERS_UP - 1]?.percent ?? 0;
    const unknown = published?.results.filter(({ company }) => !companies.some(({ tag }) => tag === company)) ?? [];
    const misses = unknown.some(({ percentage }) => percentage > 0 && percentage >= least);
    return {
      category,
      known: published !== undefined,
      outdated: leaders === undefined,
      winners: companies.filter(({ tag }) => leaders?.includes(tag)),
      // All who share the last of these places are named. Nobody is if the page does not know somebody in one of them.
      runnersUp: misses ? [] : others.filter(({ percent }) => percent >= least),
    };
  });
