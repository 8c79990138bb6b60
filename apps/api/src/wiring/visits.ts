import { nomineePath } from '@laurel/contracts/nominee';
import type { NomineeKey } from '../features/nominees/policy.ts';
import { createVisits } from '../features/visits/service.ts';
import { addVisits, readBrought } from '../features/visits/store.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Counts the steps of visitors by campaign. */
export const wireVisits = ({ pool, clock, logger }: Infrastructure) => ({
  ...createVisits({
    now: () => clock.now(),
    add: (day, counts) => addVisits(pool, day, counts),
    onError: (error) => logger.warn({ err: error }, 'the counts of visits could not be stored'),
  }),
  /** What the link of a nominee brought, by day. */
  brought: ({ nomination, niche, company }: NomineeKey) =>
    readBrought(pool, nomineePath(nomination, niche, company).slice(1), clock.now()),
});
