import { join } from 'node:path';
import type { Case } from './case.ts';
import { type Copy, copyForRemovals } from './copy.ts';
import { carryOut, execute, outcomeOf } from './runners.ts';

/** What taking the guard away showed. */
export type Proven = { id: string; noticed: boolean; said: string };

/** Browser tests run what is built; everything else runs from the source. */
const build = async ({ root }: Copy): Promise<string | undefined> => {
  const { code, output } = await execute(join(root, 'node_modules/.bin/turbo'), ['run', 'build'], {
    cwd: root,
    env: { TURBO_TELEMETRY_DISABLED: '1', PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
  });
  return code === 0 ? undefined : output;
};

const proveOne = async (copy: Copy, { id, proof, without }: Case): Promise<Proven> =>
  copy.without(without, async () => {
    if (proof.file.endsWith('.spec.ts')) {
      const trouble = await build(copy);
      if (trouble) return { id, noticed: false, said: `could not be built without its guard:\n${trouble}` };
    }
    // What takes minutes runs at full size only.
    const env: Record<string, string> = proof.file.endsWith('.long.test.ts') ? { LAUREL_ATTACK: 'full' } : {};
    const { outcomes, output } = await carryOut(copy.root, [proof], { only: true, env });
    const outcome = outcomeOf(proof, outcomes);
    if (!outcome) return { id, noticed: false, said: `the test did not run:\n${output}` };
    return outcome.passed
      ? { id, noticed: false, said: 'the attack fails without its guard as well' }
      : { id, noticed: true, said: outcome.said };
  });

/**
 * Takes each guard away in a copy of the repository and carries its attack out: the test has to notice.
 * @param onProven hears of each case as it is done
 */
export const prove = async (
  root: string,
  cases: readonly Case[],
  onProven: (proven: Proven) => void,
): Promise<Proven[]> => {
  const copy = copyForRemovals(root);
  try {
    const all: Proven[] = [];
    for (const each of cases) {
      const proven = await proveOne(copy, each);
      onProven(proven);
      all.push(proven);
    }
    return all;
  } finally {
    copy.remove();
  }
};
