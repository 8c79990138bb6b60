import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { Vote } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';

/** What every list of own votes begins with, whoever's it is. */
export const OWN_VOTES_KEY = ['vote', 'my-votes'] as const;

/** The person's own votes; asked for only when logged in, and by code that loads only then. */
export const ownVotesQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: [...OWN_VOTES_KEY, token] as const,
    enabled: token !== undefined,
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: async ({ signal }): Promise<Vote[]> => (await import('./calls.ts')).fetchOwnVotes(signal),
  });
