import type { Vote } from '@laurel/contracts/records';
import { z } from 'zod';
import { timeAt } from '../site/voter.ts';
import { createVoterClient } from './client.ts';
import { register, verifyPhone } from './journey.ts';

const link = z.object({ data: z.object({ code: z.string() }) });
const quiet = (): void => undefined;

/** Registers a new voter and votes, with the API calls of the page. Another test may have moved the server's clock. */
export const castVote = async (origin: string, vote: Vote): Promise<void> => {
  const voter = createVoterClient(origin);
  const aheadMs = (await timeAt(origin)).getTime() - Date.now();
  await verifyPhone(voter, await register(voter, quiet, aheadMs), quiet);
  const { code } = link.parse((await voter.call('GET', '/users/verification/telegram-link')).body).data;
  await voter.joinTelegram(code);
  const { status, body } = await voter.call('POST', '/vote', vote);
  if (status !== 201) throw new Error(`the vote was not taken: ${status} ${JSON.stringify(body)}`);
};
