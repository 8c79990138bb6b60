import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';

const { nominations } = await loadEdition(demoEditionDir);

/** The categories of the demo edition with the tags of their nominees, in its order. */
export const categories = nominations.flatMap(({ tag, categories: all }) =>
  all.map(({ tag: niche, companies }) => ({ nomination: tag, niche, companies: companies.map(({ tag: own }) => own) })),
);
