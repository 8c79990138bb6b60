import { reasonText } from '@laurel/contracts/console/cluster-texts';
import { mayDo } from '@laurel/contracts/console/permissions';
import type { Transact } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import type { Outbox } from '../../jobs/port.ts';
import { isAlarming, nightOf } from './alarm.policy.ts';
import { claimClusters, isHookTold, readTold, storeTold } from './alarm.store.ts';
import type { Clusters } from './service.ts';

/** An alarm that could not be sent within a day is old news. */
const NEWS_MS = 24 * 60 * 60_000;

type Deps = {
  db: Queryable;
  transact: Transact;
  now(): Date;
  clusters: Pick<Clusters, 'list'>;
  outbox: Pick<Outbox, 'mail'>;
  /** The address of the console, without a trailing slash. */
  consoleUrl: string;
};

/** Creates the service that tells people of the team of suspicious votes, as they asked for. */
export const createAlarm = ({ db, transact, now, clusters, outbox, consoleUrl }: Deps) => ({
  read: async (memberId: string) => ({ to: (await readTold(db)).find((each) => each.memberId === memberId)?.to ?? '' }),

  /** @throws AppError console.not_found if the person is not on the team */
  set: async (setting: Parameters<typeof storeTold>[1], actor: string): Promise<void> => {
    if (!(await storeTold(db, setting, actor, now()))) throw new AppError('console.not_found');
  },

  /**
   * Queues one mail to each person about the clusters of which nobody was told, unless one woke them in this night. Those that are told
   * are also events of webhooks.
   */
  tell: async (): Promise<void> => {
    const people = (await readTold(db)).filter(({ role }) => mayDo(role, 'exclusions.read'));
    const isWanted = people.length > 0 || (await isHookTold(db));
    const found = isWanted ? (await clusters.list()).clusters.filter(isAlarming) : [];
    if (found.length === 0) return;
    const at = now();
    await transact(async (tx) => {
      const told = await claimClusters(
        tx,
        found.map(({ id }) => id),
        nightOf(at),
        at,
      );
      const [first, ...others] = found.filter(({ id }) => told.includes(id));
      if (!first) return;
      const message = {
        kind: 'cluster_alarm' as const,
        likely: first.certainty === 'likely',
        votes: [first, ...others].reduce((sum, { votes }) => sum + votes, 0),
        groups: 1 + others.length,
        link: `${consoleUrl}/suspicious${others.length === 0 ? `/${first.id}` : ''}`,
      };
      for (const { name, to, language } of people) {
        // Without values: one may be the domain or the network of a nominee.
        const why = first.reasons.slice(0, 1).map((reason) => reasonText(language, { ...reason, value: '' }));
        const words = { ...message, name, why: why.join() };
        await outbox.mail(tx, { to, language, message: words, dropAfter: after(at, NEWS_MS) });
      }
    });
  },
});
export type Alarm = ReturnType<typeof createAlarm>;
