import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import { STATISTICS_CACHE_MS } from '@laurel/contracts/limits';
import type { Vote } from '@laurel/contracts/records';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/http.ts';

/** The person's own votes; asked for only when logged in. */
export const ownVotesQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['vote', 'my-votes', token],
    enabled: token !== undefined,
    staleTime: STATISTICS_CACHE_MS,
    refetchOnMount: false,
    queryFn: ({ signal }): Promise<Vote[]> => callApi(myVotes, { signal }),
  });

/**
 * Casts a vote; what comes back is what was recorded.
 * @throws ApiFailure
 */
export const cast = async (vote: Vote): Promise<Vote> => (await callApi(castVote, { body: vote })).data;
