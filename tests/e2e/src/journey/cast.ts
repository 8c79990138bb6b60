import type { Vote } from '@laurel/contracts/records';
import { z } from 'zod';
import { createVoterClient } from './client.ts';
import { register, verifyPhone } from './journey.ts';

const link = z.object({ data: z.object({ code: z.string() }) });
const quiet = (): void => undefined;

/**
 * Registers a new voter and votes, with the API calls of the page.
 * @param aheadMs how far the server's clock is ahead
 */
export const castVote = async (origin: string, vote: Vote, aheadMs: number): Promise<void> => {
  const voter = createVoterClient(origin);
  await verifyPhone(voter, await register(voter, quiet, aheadMs), quiet);
  const { code } = link.parse((await voter.call('GET', '/users/verification/telegram-link')).body).data;
  await voter.joinTelegram(code);
  const { status, body } = await voter.call('POST', '/vote', vote);
  if (status !== 201) throw new Error(`the vote was not taken: ${status} ${JSON.stringify(body)}`);
};
