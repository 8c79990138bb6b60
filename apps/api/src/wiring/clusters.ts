import type { Queryable } from '@laurel/database/queryable';
import { createClusters } from '../features/clusters/service.ts';
import { startClusterSearch } from './cluster-search.ts';
import { rulesOfDesks, type Voting } from './exclusions.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the desk for suspicious votes, and the search that fills it. @param db the pool of the console's role, at `url` */
export const wireClusters = (
  part: Pick<Infrastructure, 'clock' | 'currentEdition'>,
  voting: Voting,
  { db, url }: { db: Queryable; url: string },
) => {
  const now = () => part.clock.now();
  return {
    clusterSearch: startClusterSearch({
      url,
      isDue: () => ['open', 'closed'].includes(voting.phases.at(now())),
      now,
    }),
    clusters: createClusters({ db, now, ...rulesOfDesks(part, voting) }),
  };
};
