import { STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { isOver, type Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fetchStatistics, readChanges, statisticsQuery } from '../features/nominations/api.ts';
import { withChanges } from '../features/nominations/flow.ts';
import { ApiFailure } from '../lib/failure.ts';
import { STATISTICS_CACHE_MS, STATISTICS_CATCH_UP_MS, VOTE_COUNTED_MS } from '../lib/limits.ts';
import { listenTo } from '../lib/realtime.ts';
import { openModal, useModals } from '../modals/store.ts';

type Published = {
  readonly statistics: readonly StatisticsItem[];
  /** Whether these are the last known ones, because newer ones can't be loaded. */
  readonly stale: boolean;
};

const UNKNOWN: readonly StatisticsItem[] = [];

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
 * Requests the totals again in a new phase, which may have final ones, or ones that were hidden before.
 * @returns `outdated`: the known totals were requested before the end of voting, so they do not say who won
 */
const useNewPhase = (phase: Phase) => {
  const client = useQueryClient();
  const last = useRef(phase);
  /** The phase in which the known totals were requested. */
  const [requestedIn, setRequestedIn] = useState(phase);
  const outdated = phase === 'announced' && !isOver(requestedIn);
  useEffect(() => {
    if (last.current === phase) return;
    last.current = phase;
    const { queryKey } = statisticsQuery();
    if (outdated) client.setQueryData(queryKey, []);
    // Where voting was opened again, the totals of the first end are not final.
    if (!isOver(phase)) setRequestedIn(phase);
    void client.invalidateQueries({ queryKey });
  }, [client, phase, outdated]);
  return { outdated, currentPhase: () => last.current, setRequestedIn };
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
  const { outdated, currentPhase, setRequestedIn } = useNewPhase(phase);
  const query = statisticsQuery();
  const { queryKey } = query;
  /** The socket's changes since the last request. */
  const pushed = useRef<readonly StatisticsItem[]>([]);
  const { data, error, isPaused } = useQuery({
    ...query,
    queryFn: async ({ signal }) => {
      pushed.current = [];
      const requestedIn = currentPhase();
      const answer = await fetchStatistics(signal);
      if (!signal.aborted) setRequestedIn(requestedIn);
      // A response may be older than the socket's changes since its request, which are applied on top.
      return withChanges(answer, pushed.current);
    },
    initialData: inlined,
    refetchInterval: STATISTICS_CACHE_MS,
  });

  useEffect(() => {
    const take = async (message: unknown) => {
      const changed = await readChanges(message);
      pushed.current = withChanges(pushed.current, changed);
      client.setQueryData(queryKey, (known: readonly StatisticsItem[] = []) => withChanges(known, changed));
    };
    let timer: number | undefined;
    const load = () => void client.invalidateQueries({ queryKey });
    const afterGap = (isFirst: boolean) => {
      // No change between the page's data and the subscription was pushed to it.
      if (isFirst) timer = window.setTimeout(load, STATISTICS_CATCH_UP_MS);
      else load();
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

  // Rendered in slices, so that a press does not wait for all open percentages.
  const statistics = useDeferredValue(data);
  // The query and the deferred value change only after the first render of a new phase.
  return { statistics: outdated ? UNKNOWN : statistics, stale: failed || isPaused };
};
