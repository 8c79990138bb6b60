import type { StatisticsItem, Vote } from '@laurel/contracts/records';
import {
  type Ballot,
  type Category,
  type Company,
  leadersOf,
  type Nomination,
  publishedOf,
  ranked,
  votedIn,
} from './flow.ts';

/** A text of a category instead of percentages. */
export type EmptyNote = 'hiddenResults' | 'loading' | 'onStage' | 'emptyOpen' | 'emptyLater' | 'emptyClosed';

/** The note of a category without percentages; undefined if it has some, or needs none. */
export const emptyNoteOf = (
  { phase, results }: Pick<Ballot, 'phase' | 'results'>,
  published: StatisticsItem | undefined,
  votedFor: string | undefined,
): EmptyNote | undefined => {
  if (!results.visible) return 'hiddenResults';
  if (phase === 'scheduled') return undefined;
  if (!published) return phase === 'announced' && results.onStage ? 'onStage' : 'loading';
  // The user's own vote may be counted but not published yet.
  if (votedFor !== undefined || published.results.some(({ percentage }) => percentage > 0)) return undefined;
  if (phase !== 'open') return 'emptyClosed';
  // If votes are published with a delay, somebody else may have cast the first one.
  const { seconds, votes } = results.publishEvery;
  return seconds > 1 || votes > 1 ? 'emptyLater' : 'emptyOpen';
};

/**
 * The result of a category: the winners, several if they are equal, and the nominees in the two places below. Without
 * votes there are neither.
 */
export type Outcome = {
  readonly category: Category;
  /** Whether its totals are known. */
  readonly known: boolean;
  /** Whether a winner was added after the page was opened, so that the page does not know it. */
  readonly outdated: boolean;
  readonly winners: readonly Company[];
  /** Whether a draw chose the winner among equal nominees. */
  readonly drawn: boolean;
  readonly runnersUp: readonly Company[];
  /** The nominee that the visitor voted for. */
  readonly choice: Company | undefined;
};

const RUNNERS_UP = 2;

/** The result of each category of a nomination, with the visitor's own vote. */
export const outcomesOf = (
  nomination: Nomination,
  statistics: readonly StatisticsItem[],
  votes: readonly Vote[] = [],
): readonly Outcome[] =>
  nomination.categories.map((category) => {
    const published = publishedOf(statistics, nomination.tag, category.tag);
    const companies = ranked(category, published, undefined);
    const leaders = leadersOf(category, published);
    const others = companies.filter(({ tag, percent }) => percent > 0 && !leaders?.includes(tag));
    const least = others[RUNNERS_UP - 1]?.percent ?? 0;
    const unknown = published?.results.filter(({ company }) => !companies.some(({ tag }) => tag === company)) ?? [];
    const own = votedIn(votes, nomination.tag, category.tag);
    const misses = unknown.some(({ percentage }) => percentage > 0 && percentage >= least);
    return {
      category,
      known: published !== undefined,
      outdated: leaders === undefined,
      drawn: published?.drawn !== undefined,
      winners: companies.filter(({ tag }) => leaders?.includes(tag)),
      // All nominees that share the last of these places are listed; none is if the page does not know one of them.
      runnersUp: misses ? [] : others.filter(({ percent }) => percent >= least),
      choice: companies.find(({ tag }) => tag === own),
    };
  });
