import { isEmbargoed, type Phase } from '@laurel/contracts/phase';
import { createExclusions } from '../features/exclusions/service.ts';
import { maskEmail } from '../features/social/policy.ts';
import { resultOf } from '../features/statistics/policy.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the exclusions of votes. */
export const wireExclusions = (
  { pool, clock, currentEdition }: Pick<Infrastructure, 'pool' | 'clock' | 'currentEdition'>,
  phases: { at(now: Date): Phase },
) =>
  createExclusions({
    pool,
    now: () => clock.now(),
    approvals: () => currentEdition().approvals,
    rank: resultOf,
    isEmbargoed: () => isEmbargoed(currentEdition().results.staff, phases.at(clock.now())),
    maskEmail: (email) => maskEmail(email, 'name and domain'),
  });
