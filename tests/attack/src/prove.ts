import { join } from 'node:path';
import type { Attack } from './attacks.ts';
import { type Copy, copyForRemovals } from './copy.ts';
import { carryOut, execute, outcomeOf } from './runners.ts';

/** Whether a test failed without its guard, and what it reported. */
export type Proven = { id: string; noticed: boolean; message: string };

/** Browser tests run the build; all others run from the source. */
const build = async ({ root }: Copy): Promise<string | undefined> => {
  const { code, output } = await execute(join(root, 'node_modules/.bin/turbo'), ['run', 'build'], {
    cwd: root,
    env: { TURBO_TELEMETRY_DISABLED: '1', PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
  });
  return code === 0 ? undefined : output;
};

const proveByRemoval = async (copy: Copy, { id, test, proof }: Attack): Promise<Proven> =>
  copy.without(proof, async () => {
    if (test.file.endsWith('.spec.ts')) {
      const failure = await build(copy);
      if (failure) return { id, noticed: false, message: `could not be built without its guard:\n${failure}` };
    }
    // Tests of several minutes run at full size only.
    const env: Record<string, string> = test.file.endsWith('.long.test.ts') ? { LAUREL_ATTACK: 'full' } : {};
    const { outcomes, output } = await carryOut(copy.root, [test], { only: true, env });
    const outcome = outcomeOf(test, outcomes);
    if (!outcome) return { id, noticed: false, message: `the test did not run:\n${output}` };
    return outcome.passed
      ? { id, noticed: false, message: 'the attack fails without its guard as well' }
      : { id, noticed: true, message: outcome.message };
  });

/**
 * Shows that each attack's test fails without its guard, which is removed in a copy of the repository.
 * @param onProven is called with each attack as it is done
 */
export const prove = async (
  root: string,
  attacks: readonly Attack[],
  onProven: (proven: Proven) => void,
): Promise<Proven[]> => {
  const all: Proven[] = [];
  const copy = copyForRemovals(root);
  try {
    for (const each of attacks) {
      const proven = await proveByRemoval(copy, each);
      onProven(proven);
      all.push(proven);
    }
    return all;
  } finally {
    copy.deleteCopy();
  }
};
