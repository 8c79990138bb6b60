import type { Queryable } from '@laurel/database/queryable';
import { findClusters } from './clusters.policy.ts';
import { isNewSinceSearch, readFacts, readVotes, storeClusters } from './store.ts';

const BEGINNING = new Date(0);

/** Searches all counted votes of the edition, and stores what is found. Does nothing if none changed since the last search. */
export const searchClusters = async (db: Queryable, now: Date): Promise<void> => {
  if (!(await isNewSinceSearch(db))) return;
  const { clusters, compared } = findClusters(await readFacts(db, BEGINNING), await readVotes(db, BEGINNING));
  await storeClusters(db, { found: clusters, compared, now });
};
