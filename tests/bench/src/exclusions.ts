import { createExclusions, type Exclusions } from '@laurel/api/features/exclusions/service';
import { resultOf } from '@laurel/api/features/statistics/policy';
import type pg from 'pg';

/** Who excludes. */
export const ORGANISER = { actor: 'bench', reason: 'a measurement' };

/** A draft over some of the 256 parts of the networks of `fillAward`, of which each has as many votes. */
export const draftOver = (parts: number) => ({
  selection: { networks: Array.from({ length: parts }, (_, part) => `10.${part}.0.0/16`) },
  publicReason: { en: 'A measurement', uk: 'Вимірювання' },
  evidence: null,
  organiser: ORGANISER,
  moreThanHalf: true,
});

/** Exclusions that one organiser's approval applies, over a pool that also serves the long reads. */
export const exclusionsOver = (pool: pg.Pool): Exclusions =>
  createExclusions({
    pool,
    longPool: pool,
    now: () => new Date(),
    approvals: () => 1,
    rank: async () => resultOf,
    isEmbargoed: () => false,
    maskEmail: (email) => email,
  });
