import { statisticsMessageSchema, type Vote } from '@laurel/contracts/records';

/** The published percentage of a nominee; undefined before the first publication of its category. */
export const readShare = async (origin: string, { nomination, niche, vote }: Vote): Promise<number | undefined> => {
  const items = statisticsMessageSchema.parse(await (await fetch(`${origin}/api/vote/statistics`)).json());
  const category = items.find((each) => each.nomination === nomination && each.niche === niche);
  return category?.results.find(({ company }) => company === vote)?.percentage;
};
