import { STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import { fetchStatistics, readChanges, statisticsQuery } from '../features/nominations/api.ts';
import { withChanges } from '../features/nominations/flow.ts';
import { ApiFailure } from '../lib/failure.ts';
import { STATISTICS_CACHE_MS } from '../lib/limits.ts';
import { listenTo } from '../lib/realtime.ts';
import { openModal, useModals } from '../modals/store.ts';

type Published = {
  readonly statistics: readonly StatisticsItem[];
  /** Whether these are the last known ones, because newer ones can't be had. */
  readonly stale: boolean;
};

const isUnanswered = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'connection.lost';

/** The published percentages: what came with the page, then what the socket pushes, then what polling finds. */
export const useStatistics = (inlined: readonly StatisticsItem[]): Published => {
  const client = useQueryClient();
  const query = statisticsQuery();
  const { queryKey } = query;
  /** What the socket told since the last question was asked. */
  const told = useRef<readonly StatisticsItem[]>([]);
  const { data, error, isPaused } = useQuery({
    ...query,
    queryFn: async ({ signal }) => {
      told.current = [];
      const answer = await fetchStatistics(signal);
      // An answer is up to a second old, and may have been long on its way: what was told meanwhile is newer.
      return withChanges(answer, told.current);
    },
    initialData: inlined,
    refetchInterval: STATISTICS_CACHE_MS,
  });

  useEffect(() => {
    const take = async (message: unknown) => {
      const changed = await readChanges(message);
      told.current = withChanges(told.current, changed);
      client.setQueryData(queryKey, (known: readonly StatisticsItem[] = []) => withChanges(known, changed));
    };
    const afterGap = () => void client.invalidateQueries({ queryKey });
    return listenTo(STATISTICS_TOPIC, (message) => void take(message), { afterGap });
  }, [client]);

  const failed = error !== null;
  const unanswered = isUnanswered(error);
  useEffect(() => {
    // Told once for each outage, and never in the place of what a person is busy with: the notice beside the nominees stays.
    if (!failed || useModals.getState().current) return;
    openModal({ type: 'trouble', props: { about: unanswered ? 'connection' : 'statistics' } }, {});
  }, [failed, unanswered]);

  // Drawn in slices: a press need not wait for the percentages of all that is open.
  return { statistics: useDeferredValue(data), stale: failed || isPaused };
};
