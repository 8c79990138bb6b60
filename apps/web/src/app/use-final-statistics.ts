import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery } from '@tanstack/react-query';
import { useEdition } from '../features/edition/context.ts';
import { statisticsQuery } from '../features/nominations/api.ts';
import { shownIn } from '../features/nominations/totals.ts';

/** The totals that name the winners. The nominations below load and refresh them. */
export const useFinalStatistics = (inlined: readonly StatisticsItem[]): readonly StatisticsItem[] => {
  const { phase } = useEdition();
  const { data } = useQuery({
    ...statisticsQuery(),
    initialData: { items: inlined, requestedIn: phase },
    enabled: false,
  });
  return shownIn(phase, data);
};
