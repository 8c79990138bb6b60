import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import { callApi, callQuietly } from '../../lib/http.ts';

/** The checks for a vote in doubt, and the pause between two. */
const MAX_CHECKS = 3;
const CHECK_PAUSE_MS = 2_000;

/**
 * Requests the user's own votes.
 * @throws ApiFailure
 */
export const fetchOwnVotes = (signal?: AbortSignal): Promise<Vote[]> => callQuietly(myVotes, signal ? { signal } : {});

/**
 * Casts a vote; returns the recorded one.
 * @throws ApiFailure
 */
export const cast = async (vote: Vote): Promise<Vote> => (await callApi(castVote, { body: vote })).data;

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

/** Finds the recorded vote of a vote's category; checks several times, because it may be about to be recorded. */
export const findVote = async ({ nomination, niche }: Vote): Promise<Vote | undefined> => {
  for (let check = 1; check <= MAX_CHECKS; check += 1) {
    try {
      const own = await fetchOwnVotes();
      const found = own.find((vote) => vote.nomination === nomination && vote.niche === niche);
      if (found) return found;
    } catch {
      return undefined;
    }
    if (check < MAX_CHECKS) await pause(CHECK_PAUSE_MS);
  }
  return undefined;
};
