import type { StatisticsItem } from '@laurel/contracts/records';

/** The companies of one category, in the edition's order. */
export type CategoryOutline = { nomination: string; niche: string; companies: readonly { id: number; tag: string }[] };

/** How coarse publication is: a category again only after so many seconds and so many new votes (ballot secrecy). */
export type PublishEvery = { seconds: number; votes: number };

/** A share in percent with two decimals; 0 where nobody voted (VO-10). */
export const percentageOf = (votes: number, all: number): number =>
  all === 0 ? 0 : Math.round((votes * 10_000) / all) / 100;

/** The published form of one category. */
export const shareOut = (category: CategoryOutline, counts: ReadonlyMap<number, number>): StatisticsItem => {
  const all = votesIn(category, counts);
  return {
    nomination: category.nomination,
    niche: category.niche,
    results: category.companies.map(({ id, tag }) => ({
      company: tag,
      percentage: percentageOf(counts.get(id) ?? 0, all),
    })),
  };
};

/** All votes of a category. */
export const votesIn = (category: CategoryOutline, counts: ReadonlyMap<number, number>): number =>
  category.companies.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);

/** A category as it was last published; `at` in milliseconds of a monotonic clock. */
export type Published = { item: StatisticsItem; votes: number; at: number };

/**
 * Whether a category may be published anew: the very first time always, then by time and by new votes. Whole seconds
 * count, so that a read a few milliseconds early does not cost another round.
 */
export const mayPublish = (last: Published | undefined, votes: number, now: number, every: PublishEvery): boolean =>
  last === undefined || (votes - last.votes >= every.votes && Math.round((now - last.at) / 1000) >= every.seconds);
