import { tellWinners as tellWinnersCall } from '@laurel/contracts/calls/account';
import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import { callApi, callQuietly } from '../../lib/http.ts';
import type { Keeper } from './kept-votes.ts';

/** The most checks for a vote that may have been recorded, and the pause between them. */
const MAX_CHECKS = 3;
const CHECK_PAUSE_MS = 2_000;

/**
 * Requests the user's own votes.
 * @throws ApiFailure
 */
export const fetchOwnVotes = (signal?: AbortSignal): Promise<Vote[]> => callQuietly(myVotes, signal ? { signal } : {});

/**
 * Casts a vote; returns the recorded one. Keeps the nonce and the response's promise, to check the vote in the public
 * record.
 * @param keeper absent without a public log
 * @throws ApiFailure
 */
export const cast = async (vote: Vote, keeper?: Keeper): Promise<Vote> => {
  const nonce = keeper?.nonceFor(vote);
  const { data, metadata } = await callApi(castVote, { body: nonce === undefined ? vote : { ...vote, nonce } });
  if (nonce !== undefined) keeper?.keep(data, { nonce, promise: metadata?.promise, sure: true });
  return data;
};

/**
 * Stores whether the user wants an email when the winners are announced.
 * @throws ApiFailure
 */
export const tellWinners = async (wanted: boolean): Promise<void> => {
  await callApi(tellWinnersCall, { body: { wanted } });
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

/**
 * Finds the recorded vote of a vote's category; checks several times, because it may be about to be recorded.
 * @returns `unknown` if a check failed
 */
export const findVote = async ({ nomination, niche }: Vote): Promise<Vote | 'none' | 'unknown'> => {
  for (let check = 1; check <= MAX_CHECKS; check += 1) {
    try {
      const own = await fetchOwnVotes();
      const found = own.find((vote) => vote.nomination === nomination && vote.niche === niche);
      if (found) return found;
    } catch {
      return 'unknown';
    }
    if (check < MAX_CHECKS) await pause(CHECK_PAUSE_MS);
  }
  return 'none';
};
