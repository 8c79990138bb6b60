import type { StatisticsItem } from './records.ts';

type Published = Pick<StatisticsItem, 'results' | 'drawn'>;

/**
 * The nominees in the first place of a category, which are its winners once voting is over: several if they are equal and no draw
 * decided, none before the first vote.
 */
export const leadersOf = ({ results, drawn }: Published = { results: [] }): readonly string[] => {
  const top = Math.max(0, ...results.map(({ percentage }) => percentage));
  const leaders = top === 0 ? [] : results.filter(({ percentage }) => percentage === top).map(({ company }) => company);
  return drawn === undefined ? leaders : leaders.filter((company) => company === drawn);
};
