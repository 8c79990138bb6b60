import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery } from '@tanstack/react-query';
import { useEdition } from '../edition/context.ts';
import { statisticsQuery } from '../nominations/api.ts';
import { type Place, publishedOf } from '../nominations/flow.ts';
import { shownIn } from '../nominations/totals.ts';

/** The percentages of a category as the page shows them; undefined while they are hidden or not known. */
export const usePublished = ({ nomination, niche }: Place): StatisticsItem | undefined => {
  const { phase, results } = useEdition();
  const { data } = useQuery(statisticsQuery());
  return data && results.visible ? publishedOf(shownIn(phase, data), nomination, niche) : undefined;
};
