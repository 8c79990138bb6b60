import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { StatisticsItem } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';

/** The calls load when the first one is made: the page is shown with what came inside it. */
const calls = () => import('./calls.ts');

/** Asks for the published percentages. */
export const fetchStatistics = async (signal: AbortSignal): Promise<readonly StatisticsItem[]> =>
  (await calls()).fetchStatistics(signal);

/** The published percentages: cached for 60 s, not asked for again when a component mounts. */
export const statisticsQuery = () =>
  queryOptions({
    queryKey: ['vote', 'statistics'],
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: ({ signal }) => fetchStatistics(signal),
  });

/** The categories that changed, as the socket tells them. */
export const readChanges = async (message: unknown): Promise<readonly StatisticsItem[]> =>
  (await calls()).readChanges(message);
