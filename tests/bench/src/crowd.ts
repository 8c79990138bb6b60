import { byCategory } from '@laurel/support/ledger/requests';
import { startGenerator } from './generator.ts';
import type { FromCrowd, ToCrowd } from './generators/crowd.ts';
import type { Stage } from './stage.ts';

type Rate = { votesPerSecond: number; readsPerSecond?: number; seconds: number };

/** Starts a process that sends votes and reads at a constant rate, and ends with the stage. @param votes the most that it will send */
export const startCrowd = async (stage: Stage, port: number, votes: number) => {
  const categories = byCategory(stage.ballot);
  const voters = await stage.voters(Math.ceil(votes / categories.length) + 1);
  const { ask, pid } = stage.ends(startGenerator<ToCrowd, FromCrowd>('crowd'));
  await ask({ port, tokens: voters.map(({ token }) => token), categories });
  return { pid, send: ({ readsPerSecond = 0, ...rate }: Rate) => ask({ ...rate, readsPerSecond }) };
};
