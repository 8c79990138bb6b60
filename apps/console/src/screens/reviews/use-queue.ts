import { readReviews } from '@laurel/contracts/console/calls/reviews';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../lib/query.ts';
import { meQuery } from '../../session/me.ts';
import type { Review } from './types.ts';

const PAGE = 100;
const REFRESH_MS = 20_000;
/** With fewer names on the screen, the next ones are read. */
const FEW = 20;

const queueQuery = queryOf(readReviews, { query: { limit: PAGE } });

/**
 * The names that wait, without those that were decided here a moment ago: their decisions may still be on the way to the
 * server, and the person is at the next one already.
 */
export const useQueue = () => {
  const queryClient = useQueryClient();
  const query = useQuery({ ...queueQuery, refetchInterval: REFRESH_MS, placeholderData: keepPreviousData });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const all: readonly Review[] = query.data?.reviews ?? [];
  const reviews = all.filter(({ id }) => !hidden.has(id));
  const waiting = Math.max(0, (query.data?.waiting ?? 0) - (all.length - reviews.length));
  const { refetch, isFetching, isError } = query;

  const needsMore = reviews.length < FEW && reviews.length < waiting;
  useEffect(() => {
    // Not after a failure, again and again: the next refresh tries it.
    if (needsMore && !isFetching && !isError) void refetch();
  }, [needsMore, isFetching, isError, refetch]);

  // The number in the navigation follows at once.
  const known = query.data !== undefined;
  useEffect(() => {
    if (!known) return;
    queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, waiting: { ...me.waiting, reviews: waiting } });
  }, [queryClient, known, waiting]);

  return {
    query,
    reviews,
    waiting,
    hide: (id: string): void => setHidden((before) => new Set(before).add(id)),
    /** Shows a name again that still waits. */
    show: async (id: string): Promise<void> => {
      await refetch();
      setHidden((before) => new Set([...before].filter((each) => each !== id)));
    },
  };
};
