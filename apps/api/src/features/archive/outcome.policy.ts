import { leadersOf } from '@laurel/contracts/leaders';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';

export type Nomination = PublicEdition['nominations'][number];
export type Category = Nomination['categories'][number];
export type Company = Category['companies'][number];

/** A nominee who did not win: the place, which equal ones share, and the share of the votes in percent. */
export type Placed = { readonly company: Company; readonly place: number; readonly percentage: number };

/** The final result of a category. */
export type Outcome = {
  readonly category: Category;
  /** Whether anybody voted. Without votes nobody won, and nobody has a place. */
  readonly voted: boolean;
  /** Several if they are equal. */
  readonly winners: readonly Company[];
  /** Whether a draw chose the winner among equal nominees. */
  readonly drawn: boolean;
  /** The share of the votes of each winner, in percent. */
  readonly percentage: number;
  /** The others, by their share; equal ones in the order of the edition. */
  readonly others: readonly Placed[];
  /** How far the winner is ahead, in points; 0 if there are several. */
  readonly ahead: number;
};

/** The result of a category. */
export const outcomeOf = ({ tag }: Nomination, category: Category, statistics: readonly StatisticsItem[]): Outcome => {
  const item = statistics.find(({ nomination, niche }) => nomination === tag && niche === category.tag);
  const results = item?.results ?? [];
  const shares = new Map(results.map(({ company, percentage }) => [company, percentage]));
  const leaders = leadersOf(item);
  const ranked = category.companies
    .map((company) => ({ company, percentage: shares.get(company.tag) ?? 0 }))
    .sort((one, other) => other.percentage - one.percentage);
  const others = ranked
    .filter(({ company }) => !leaders.includes(company.tag))
    .map(({ company, percentage }) => ({
      company,
      percentage,
      // Whom a draw did not choose, comes behind the winner.
      place: 1 + Math.max(leaders.length, ranked.filter((other) => other.percentage > percentage).length),
    }));
  const percentage = Math.max(0, ...shares.values());
  return {
    category,
    voted: leaders.length > 0,
    winners: category.companies.filter((company) => leaders.includes(company.tag)),
    drawn: item?.drawn !== undefined,
    percentage,
    others,
    ahead: leaders.length === 1 ? percentage - (others[0]?.percentage ?? 0) : 0,
  };
};

/** The results of a nomination's categories, with the clearest win first. */
export const outcomesOf = (nomination: Nomination, statistics: readonly StatisticsItem[]): readonly Outcome[] => {
  const outcomes = nomination.categories.map((category) => outcomeOf(nomination, category, statistics));
  const clearest = Math.max(0, ...outcomes.map(({ ahead }) => ahead));
  const first = outcomes.find(({ ahead }) => ahead === clearest && ahead > 0);
  return first === undefined ? outcomes : [first, ...outcomes.filter((each) => each !== first)];
};

/**
 * The id of a place on the page of a past year, which `/2025/#` leads to: a nomination is `best-partner`, a category
 * `best-partner/crypto`, a nominee `best-partner/crypto/orbit-crew`. A tag has no slash, so no two places share an id.
 */
export const anchorOf = (nomination: string, category?: string, company?: string): string =>
  [nomination, category, company].filter((tag) => tag !== undefined).join('/');
