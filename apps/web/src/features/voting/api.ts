import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { Vote } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';

/** The person's own votes; asked for only when logged in, and by code that loads only then. */
export const ownVotesQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['vote', 'my-votes', token],
    enabled: token !== undefined,
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: async ({ signal }): Promise<Vote[]> => (await import('./calls.ts')).fetchOwnVotes(signal),
  });
