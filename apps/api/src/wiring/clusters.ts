import { type Db, inTransaction } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import { createAlarm } from '../features/clusters/alarm.service.ts';
import { createClusters } from '../features/clusters/service.ts';
import { maskPhone } from '../features/support/policy.ts';
import { userAgentFamily } from '../features/votes/origins.policy.ts';
import type { Outbox } from '../jobs/port.ts';
import { startClusterSearch } from './cluster-search.ts';
import { rulesOfDesks, type Voting } from './exclusions.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the desk for suspicious votes, the search that fills it, and its alarm. @param db, client of the console's role, at `url` */
export const wireClusters = (
  part: Pick<Infrastructure, 'clock' | 'currentEdition' | 'logger'>,
  voting: Voting,
  { client, url, ...own }: { db: Queryable; client: Db; url: string; outbox: Outbox; consoleUrl: string },
) => {
  const now = () => part.clock.now();
  const clusters = createClusters({ db: own.db, now, maskPhone, userAgentFamily, ...rulesOfDesks(part, voting) });
  const alarm = createAlarm({
    ...{ ...own, now, clusters },
    transact: (work) => inTransaction(client, work),
  });
  return {
    clusters,
    alarm,
    clusterSearch: startClusterSearch({
      url,
      isDue: () => ['open', 'closed'].includes(voting.phases.at(now())),
      now,
      onSearched: () =>
        void alarm.tell().catch((err: unknown) => part.logger.warn({ err }, 'nobody was told of suspicious votes')),
    }),
  };
};
