import { STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readChanges, statisticsQuery } from '../features/nominations/api.ts';
import { withChanges } from '../features/nominations/flow.ts';
import { listenTo } from '../lib/realtime.ts';

/** The published percentages: what came with the page, then what the socket pushes, then what polling finds. */
export const useStatistics = (inlined: readonly StatisticsItem[]): readonly StatisticsItem[] => {
  const client = useQueryClient();
  const query = statisticsQuery();
  const { queryKey } = query;
  const { data } = useQuery({ ...query, initialData: inlined, refetchInterval: STATISTICS_CACHE_MS });

  useEffect(() => {
    const take = async (message: unknown) => {
      const changed = await readChanges(message);
      client.setQueryData(queryKey, (known: readonly StatisticsItem[] = []) => withChanges(known, changed));
    };
    return listenTo(STATISTICS_TOPIC, (message) => void take(message));
  }, [client]);

  return data;
};
