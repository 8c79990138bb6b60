import { createExclusions } from '../features/exclusions/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { resultOf } from '../features/statistics/policy.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the exclusions of votes. */
export const wireExclusions = ({ pool, clock, currentEdition }: Infrastructure) =>
  createExclusions({
    pool,
    now: () => clock.now(),
    approvals: () => currentEdition().approvals,
    rank: resultOf,
    maskEmail: (email) => maskEmail(email, 'name and domain'),
  });
