import { statisticsMessageSchema } from '@laurel/contracts/records';
import { z } from 'zod';

const tagged = z.object({ tag: z.string() });
const edition = z.object({ data: z.object({ nominations: z.array(tagged.extend({ categories: z.array(tagged) })) }) });

const read = async (origin: string, path: string): Promise<unknown> => (await fetch(`${origin}/api${path}`)).json();

/** The categories of each nomination in the order of the edition, as `<nomination>/<niche>`. */
export const readTags = async (origin: string): Promise<string[][]> => {
  const { data } = edition.parse(await read(origin, '/edition'));
  return data.nominations.map(({ tag, categories }) => categories.map((niche) => `${tag}/${niche.tag}`));
};

/** The categories with published votes, named alike. */
export const readVoted = async (origin: string): Promise<ReadonlySet<string>> => {
  const items = statisticsMessageSchema.parse(await read(origin, '/vote/statistics'));
  const voted = items.filter(({ results }) => results.some(({ percentage }) => percentage > 0));
  return new Set(voted.map(({ nomination, niche }) => `${nomination}/${niche}`));
};
