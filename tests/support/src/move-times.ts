import type { Move } from '@laurel/api/features/phases/policy';
import type { TestApi } from './harness.ts';

const ORGANISER = { actor: 'olena', reason: 'a test' };

/** Moves the times of the award alone, as an organiser who has seen those of this process. */
export const moveTimes = ({ deps }: Pick<TestApi, 'deps'>, times: Partial<Move>) =>
  deps.moves.move({ clear: false, ...times }, ORGANISER, { moved: deps.phases.moved() }, { alone: true });
