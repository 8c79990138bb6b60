import type { StatisticsItem } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';
import { STATISTICS_CACHE_MS, TURNOUT_REFRESH_MS } from '../../lib/limits.ts';
import type { Totals } from './totals.ts';

/** The calls load with the first one: the first render uses the data inside the page. */
const calls = () => import('./calls.ts');

/** Requests the published percentages. */
export const fetchStatistics = async (signal: AbortSignal): Promise<readonly StatisticsItem[]> =>
  (await calls()).fetchStatistics(signal);

/** The published percentages, cached for 60 s. `useStatistics` requests them; a component that mounts does not. */
export const statisticsQuery = () =>
  queryOptions<Totals>({ queryKey: ['vote', 'statistics'], staleTime: STATISTICS_CACHE_MS, refetchOnMount: false });

/** The published votes and the voters, not requested again when a component mounts. */
export const turnoutQuery = () =>
  queryOptions({
    queryKey: ['vote', 'turnout'],
    staleTime: TURNOUT_REFRESH_MS,
    refetchOnMount: false,
    queryFn: async ({ signal }) => (await calls()).fetchTurnout(signal),
  });

/** The changed categories in a socket message. */
export const readChanges = async (message: unknown): Promise<readonly StatisticsItem[]> =>
  (await calls()).readChanges(message);
