import type { Vote } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';
import { STATISTICS_CACHE_MS } from '../../lib/limits.ts';

/** The prefix of the query key of any user's votes. */
export const OWN_VOTES_KEY = ['vote', 'my-votes'] as const;

/** The user's own votes; requested only when logged in, and by code that loads only then. */
export const ownVotesQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: [...OWN_VOTES_KEY, token] as const,
    enabled: token !== undefined,
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: async ({ signal }): Promise<Vote[]> => (await import('./calls.ts')).fetchOwnVotes(signal),
  });
