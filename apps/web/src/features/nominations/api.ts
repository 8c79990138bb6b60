import { statistics } from '@laurel/contracts/calls/vote';
import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { StatisticsItem } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/http.ts';

/** The published percentages: cached for 60 s, not asked for again when a component mounts. */
export const statisticsQuery = () =>
  queryOptions({
    queryKey: ['vote', 'statistics'],
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: ({ signal }): Promise<readonly StatisticsItem[]> => callApi(statistics, { signal }),
  });
