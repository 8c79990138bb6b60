import { statisticsMessageSchema } from '@laurel/contracts/records';

/** The categories with published votes, as `<nomination>/<niche>`. */
export const readVoted = async (origin: string): Promise<ReadonlySet<string>> => {
  const items = statisticsMessageSchema.parse(await (await fetch(`${origin}/api/vote/statistics`)).json());
  const voted = items.filter(({ results }) => results.some(({ percentage }) => percentage > 0));
  return new Set(voted.map(({ nomination, niche }) => `${nomination}/${niche}`));
};
