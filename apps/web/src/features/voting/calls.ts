import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import { callApi, callQuietly } from '../../lib/http.ts';

/** How often a vote in doubt is looked for, and how long the server is given between two looks. */
const LOOKS = 3;
const LOOK_PAUSE_MS = 2_000;

/**
 * Asks for the person's own votes.
 * @throws ApiFailure
 */
export const fetchOwnVotes = (signal?: AbortSignal): Promise<Vote[]> => callQuietly(myVotes, signal ? { signal } : {});

/**
 * Casts a vote; what comes back is what was recorded.
 * @throws ApiFailure
 */
export const cast = async (vote: Vote): Promise<Vote> => (await callApi(castVote, { body: vote })).data;

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

/** Looks for a vote in the given one's category, as the server has it: a few times, for it may be about to be recorded. */
export const findVote = async ({ nomination, niche }: Vote): Promise<Vote | undefined> => {
  for (let look = 1; look <= LOOKS; look += 1) {
    try {
      const own = await fetchOwnVotes();
      const found = own.find((vote) => vote.nomination === nomination && vote.niche === niche);
      if (found) return found;
    } catch {
      return undefined;
    }
    if (look < LOOKS) await pause(LOOK_PAUSE_MS);
  }
  return undefined;
};
