import { statisticsMessageSchema, type Vote } from '@laurel/contracts/records';
import { expect } from './fixtures.ts';

/** The published percentage of a nominee; undefined before the first publication of its category. */
export const readShare = async (origin: string, { nomination, niche, vote }: Vote): Promise<number | undefined> => {
  const items = statisticsMessageSchema.parse(await (await fetch(`${origin}/api/vote/statistics`)).json());
  const category = items.find((each) => each.nomination === nomination && each.niche === niche);
  return category?.results.find(({ company }) => company === vote)?.percentage;
};

/** Waits until the server has announced the winners. It publishes the percentage of one only after it has counted every vote. */
export const waitForWinner = async (origin: string, winner: Vote): Promise<void> => {
  await expect.poll(async () => (await (await fetch(`${origin}/api/edition`)).json()).data.phase).toBe('announced');
  await expect.poll(() => readShare(origin, winner)).toBeGreaterThan(0);
};
