import { STANDARD_NOMINATING } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import { createEntriesDesk } from '../features/entries/desk.service.ts';
import { createEntries } from '../features/entries/service.ts';
import { entriesOf } from '../features/entries/store.ts';
import type { Phases } from '../features/phases/service.ts';
import type { SessionUserId } from '../http/gate.ts';
import { createMemoryLimit } from '../http/memory-limit.ts';
import type { Infrastructure } from './infrastructure.ts';

type Voting = { phases: Pick<Phases, 'times' | 'nominating'> };

/** Wires what people put forward. An account has as many tries in a minute as for votes. */
export const wireEntries = ({ db, config, currentEdition }: Infrastructure, { phases }: Voting) => {
  const { account } = config.limits.votes;
  return {
    entries: createEntries({
      db,
      rules: (now) => {
        const closesAt = phases.times().nominatingClosesAt;
        const isOpen = phases.nominating(now);
        return closesAt ? { ...STANDARD_NOMINATING, ...currentEdition().nominating, closesAt, isOpen } : undefined;
      },
      namesIn: (nomination, niche) =>
        currentEdition()
          .nominations.find(({ tag }) => tag === nomination)
          ?.categories.find(({ tag }) => tag === niche)
          ?.companies.flatMap(({ name }) => Object.values(name)),
      perAccount: createMemoryLimit(account.limit, account.windowMs),
    }),
    entriesOf: (userId: SessionUserId) => entriesOf(db, userId),
  };
};

type Desk = Voting & Pick<Infrastructure, 'clock' | 'currentEdition'>;

/** Wires the organisers' desk of it, with the console's connections. */
export const wireEntriesDesk = ({ clock, currentEdition, phases }: Desk, db: Queryable) =>
  createEntriesDesk({
    db,
    categories: () =>
      currentEdition().nominations.flatMap(({ tag: nomination, title: award, categories }) =>
        categories.map(({ tag: niche, name }) => ({ nomination, niche, award, name })),
      ),
    closesAt: () => phases.times().nominatingClosesAt ?? null,
    now: () => clock.now(),
  });
