import { isEmbargoed, isOver } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import { createClusters } from '../features/clusters/service.ts';
import type { Phases } from '../features/phases/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { resultOf } from '../features/statistics/policy.ts';
import type { TieBreak } from '../features/statistics/port.ts';
import { startClusterSearch } from './cluster-search.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the desk for suspicious votes, and the search that fills it. @param db the pool of the console's role, at `url` */
export const wireClusters = (
  { clock, currentEdition }: Pick<Infrastructure, 'clock' | 'currentEdition'>,
  {
    phases,
    readTieBreak,
  }: { phases: Pick<Phases, 'at' | 'isSettled'>; readTieBreak(final: boolean): Promise<TieBreak> },
  { db, url }: { db: Queryable; url: string },
) => ({
  clusterSearch: startClusterSearch({
    url,
    isDue: () => phases.at(clock.now()) === 'open' || phases.at(clock.now()) === 'closed',
    now: () => clock.now(),
  }),
  clusters: createClusters({
    db,
    now: () => clock.now(),
    rank: async () => {
      const at = clock.now();
      const tieBreak = await readTieBreak(isOver(phases.at(at)) && phases.isSettled(at));
      return (category, counted) => resultOf(category, counted, tieBreak);
    },
    isEmbargoed: () => isEmbargoed(currentEdition().results.staff, phases.at(clock.now())),
    maskEmail: (email) => maskEmail(email, 'name and domain'),
  }),
});
