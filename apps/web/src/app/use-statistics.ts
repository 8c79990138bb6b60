import { STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import type { Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { fetchStatistics, readChanges, statisticsQuery } from '../features/nominations/api.ts';
import { withChanges } from '../features/nominations/flow.ts';
import { enterPhase, shownIn, type Totals } from '../features/nominations/totals.ts';
import { ApiFailure } from '../lib/failure.ts';
import { RESULTS_AWAITED_MS, STATISTICS_CACHE_MS, STATISTICS_CATCH_UP_MS, VOTE_COUNTED_MS } from '../lib/limits.ts';
import { listenTo } from '../lib/realtime.ts';
import { openModal, useModals } from '../modals/store.ts';

type Published = {
  readonly statistics: readonly StatisticsItem[];
  /** Whether these are the last known ones, because newer ones can't be loaded. */
  readonly stale: boolean;
};

const isUnanswered = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'connection.lost';

/**
 * Runs a callback when a new vote of the user is counted; not when the votes are loaded.
 * @param count of the user's votes; undefined while it is not known
 */
const useCountedVote = (count: number | undefined, run: () => void): void => {
  const known = useRef<number>(undefined);
  const counted = useEffectEvent(run);
  useEffect(() => {
    const before = known.current;
    known.current = count;
    if (before === undefined || count === undefined || count <= before) return undefined;
    const timer = window.setTimeout(counted, VOTE_COUNTED_MS);
    return () => window.clearTimeout(timer);
  }, [count]);
};

/**
 * Requests the totals again when a phase begins: they may be final now, or no longer hidden.
 * @returns a function that returns the current phase of the page
 */
const useNewPhase = (phase: Phase): (() => Phase) => {
  const client = useQueryClient();
  const last = useRef(phase);
  useEffect(() => {
    if (last.current === phase) return;
    last.current = phase;
    const { queryKey } = statisticsQuery();
    client.setQueryData(queryKey, (known) => known && enterPhase(phase, known));
    void client.invalidateQueries({ queryKey });
  }, [client, phase]);
  return () => last.current;
};

/**
 * The published percentages: from the page, then from the socket, or from polling without a socket.
 * @param ownVotes the number of the user's votes; undefined while it is not known
 */
export const useStatistics = (
  inlined: readonly StatisticsItem[],
  ownVotes: number | undefined,
  phase: Phase,
): Published => {
  const client = useQueryClient();
  const currentPhase = useNewPhase(phase);
  const query = statisticsQuery();
  const { queryKey } = query;
  /** The socket's changes since the last request. */
  const pushed = useRef<readonly StatisticsItem[]>([]);
  const { data, error, isPaused } = useQuery({
    ...query,
    queryFn: async ({ signal }): Promise<Totals> => {
      pushed.current = [];
      const requestedIn = currentPhase();
      const answer = await fetchStatistics(signal);
      // A response may be older than the socket's changes since its request, which are applied on top.
      return { items: withChanges(answer, pushed.current), requestedIn };
    },
    initialData: { items: inlined, requestedIn: phase },
    // Once the winners are announced, the server publishes nothing until it has counted every vote.
    refetchInterval: ({ state }) =>
      phase === 'announced' && state.data?.items.length === 0 ? RESULTS_AWAITED_MS : STATISTICS_CACHE_MS,
  });

  useEffect(() => {
    const take = async (message: unknown) => {
      const changed = await readChanges(message);
      pushed.current = withChanges(pushed.current, changed);
      client.setQueryData(queryKey, (known) => known && { ...known, items: withChanges(known.items, changed) });
    };
    let timer: number | undefined;
    const load = () => void client.invalidateQueries({ queryKey });
    const afterGap = (isFirst: boolean) => {
      // Changes between the page's data and the first subscription were not pushed to this page.
      if (isFirst) timer = window.setTimeout(load, STATISTICS_CATCH_UP_MS);
      else {
        load();
        // Another edition may have become the current one meanwhile.
        void client.invalidateQueries({ queryKey: ['edition'] });
      }
    };
    const end = listenTo(STATISTICS_TOPIC, (message) => void take(message), { afterGap });
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, [client]);

  useCountedVote(ownVotes, () => {
    if (pushed.current.length === 0) void client.invalidateQueries({ queryKey });
  });

  const failed = error !== null;
  const unanswered = isUnanswered(error);
  useEffect(() => {
    // Shown once per outage, and never in place of an open modal; the notice beside the nominees stays.
    if (!failed || useModals.getState().current) return;
    openModal({ type: 'loadFailure', props: { about: unanswered ? 'connection' : 'statistics' } }, {});
  }, [failed, unanswered]);

  // A deferred render can be interrupted, so a press does not wait until all open percentages are rendered.
  const totals = useDeferredValue(data);
  return { statistics: shownIn(phase, totals), stale: failed || isPaused };
};
