import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import { callApi } from '../../lib/http.ts';

/**
 * Asks for the person's own votes.
 * @throws ApiFailure
 */
export const fetchOwnVotes = (signal: AbortSignal): Promise<Vote[]> => callApi(myVotes, { signal });

/**
 * Casts a vote; what comes back is what was recorded.
 * @throws ApiFailure
 */
export const cast = async (vote: Vote): Promise<Vote> => (await callApi(castVote, { body: vote })).data;
