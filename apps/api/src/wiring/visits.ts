import { createVisits } from '../features/visits/service.ts';
import { addVisits } from '../features/visits/store.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Counts the steps of visitors by campaign. */
export const wireVisits = ({ pool, clock, logger }: Infrastructure) =>
  createVisits({
    now: () => clock.now(),
    add: (day, counts) => addVisits(pool, day, counts),
    onError: (error) => logger.warn({ err: error }, 'the counts of visits could not be stored'),
  });
