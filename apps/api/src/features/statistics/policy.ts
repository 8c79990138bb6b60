import type { StatisticsItem } from '@laurel/contracts/records';

/** The companies of one category, in the edition's order. */
export type CategoryOutline = { nomination: string; niche: string; companies: readonly { id: number; tag: string }[] };

/** How coarse publication is: a category again only after so many seconds and so many new votes (ballot secrecy). */
export type PublishEvery = { seconds: number; votes: number };

const DECIMALS = 2;

/** A share in percent with two decimals, or more; 0 where nobody voted (VO-10). */
export const percentageOf = (votes: number, all: number, decimals = DECIMALS): number =>
  all === 0 ? 0 : Math.round((votes * 10 ** (decimals + 2)) / all) / 10 ** decimals;

/** How many decimals tell the first from the second: two, but where a few of very many votes decided. */
const tellingDecimals = (counts: readonly number[], all: number): number => {
  const [first, second] = [...new Set(counts)].sort((a, b) => b - a);
  if (first === undefined || second === undefined) return DECIMALS;
  let decimals = DECIMALS;
  while (percentageOf(first, all, decimals) === percentageOf(second, all, decimals)) decimals += 1;
  return decimals;
};

/**
 * The published form of one category. Final shares are equal only where the votes of the first are: whoever won by one
 * vote of a million has won alone.
 */
export const shareOut = (
  category: CategoryOutline,
  counts: ReadonlyMap<number, number>,
  final: boolean,
): StatisticsItem => {
  const all = votesIn(category, counts);
  const each = category.companies.map(({ id }) => counts.get(id) ?? 0);
  const decimals = final ? tellingDecimals(each, all) : DECIMALS;
  return {
    nomination: category.nomination,
    niche: category.niche,
    results: category.companies.map(({ id, tag }) => ({
      company: tag,
      percentage: percentageOf(counts.get(id) ?? 0, all, decimals),
    })),
  };
};

/** All votes of a category. */
export const votesIn = (category: CategoryOutline, counts: ReadonlyMap<number, number>): number =>
  category.companies.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);

/** A category as it was last published; `at` in milliseconds of a monotonic clock, `final` once voting had closed. */
export type Published = { item: StatisticsItem; votes: number; at: number; final: boolean };

/**
 * Whether a category is to be published anew: the very first time and at the end always, in between where it changed,
 * by time and by new votes. Whole seconds count, so that a read a few milliseconds early does not cost another round.
 */
export const isDue = (
  last: Published | undefined,
  { votes, final, at }: Pick<Published, 'votes' | 'final' | 'at'>,
  every: PublishEvery,
): boolean => {
  if (last === undefined || last.final !== final) return true;
  const more = votes - last.votes;
  if (more === 0) return false;
  return final || (more >= every.votes && Math.round((at - last.at) / 1000) >= every.seconds);
};
