import { readReviews } from '@laurel/contracts/console/calls/reviews';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../lib/query.ts';
import { meQuery } from '../../session/me.ts';
import type { Review } from './types.ts';

const PAGE = 100;
const REFRESH_MS = 20_000;
/** If fewer names are left on the screen, the next ones are read. */
const FEW = 20;

const queueQuery = queryOf(readReviews, { query: { limit: PAGE } });

/**
 * The names that wait, without those that were decided on this screen: a decision may still be on its way to the server
 * while the person looks at the next name.
 */
export const useQueue = () => {
  const queryClient = useQueryClient();
  const query = useQuery({ ...queueQuery, refetchInterval: REFRESH_MS, placeholderData: keepPreviousData });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const all: readonly Review[] = query.data?.reviews ?? [];
  const [read, setRead] = useState(query.data);
  if (read !== query.data) {
    setRead(query.data);
    // A decided name that the server no longer lists needs no hiding; an undo on another screen brings it back.
    setHidden(new Set(all.flatMap(({ id }) => (hidden.has(id) ? [id] : []))));
  }
  const reviews = all.filter(({ id }) => !hidden.has(id));
  const waiting = Math.max(0, (query.data?.waiting ?? 0) - (all.length - reviews.length));
  const { refetch, isFetching, isError } = query;

  const needsMore = reviews.length < FEW && reviews.length < waiting;
  useEffect(() => {
    // Not after a failure, because it would repeat without a pause. The next refresh tries again.
    if (needsMore && !isFetching && !isError) void refetch();
  }, [needsMore, isFetching, isError, refetch]);

  // Updates the number in the navigation at once.
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
    /** Shows a hidden name again, if it still waits. */
    show: async (id: string): Promise<void> => {
      await refetch();
      setHidden((before) => new Set([...before].filter((each) => each !== id)));
    },
  };
};
