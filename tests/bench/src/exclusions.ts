import { createExclusions, type Exclusions } from '@laurel/api/features/exclusions/service';
import { resultOf } from '@laurel/api/features/statistics/policy';
import type pg from 'pg';

/** Exclusions that one organiser's approval applies, over a pool that also serves the long reads. */
export const exclusionsOver = (pool: pg.Pool): Exclusions =>
  createExclusions({
    pool,
    longPool: pool,
    now: () => new Date(),
    approvals: () => 1,
    rank: resultOf,
    isEmbargoed: () => false,
    maskEmail: (email) => email,
  });
