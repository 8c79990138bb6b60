import { mutated } from './attacks.ts';
import { guardRanges } from './guards.ts';

/**
 * The files that `pnpm mutation` changes and the tests that must notice, as globs from the root of the repository.
 * `all` runs a test of each mutant to the end, so that the report names every test that notices.
 */
type Target = { mutate: readonly string[]; tests: readonly string[]; database?: true; all?: true };

const FEATURES = 'apps/api/src/features/*';

export const targets: Record<string, Target> = {
  contracts: { mutate: ['packages/contracts/src/**/*.ts'], tests: ['packages/contracts/src/**/*.test.ts'] },
  stomp: {
    mutate: ['packages/stomp/src/**/*.ts', '!packages/stomp/src/{testing,corpus}/**'],
    tests: ['packages/stomp/src/**/*.test.ts'],
  },
  policies: { mutate: [`${FEATURES}/*policy.ts`], tests: [`${FEATURES}/*policy.test.ts`] },
  features: {
    mutate: [`${FEATURES}/*.ts`, `!${FEATURES}/*policy.ts`],
    tests: [`${FEATURES}/*.test.ts`],
    database: true,
  },
  // The functions of the guards in tests/attack/attacks.tsv, under the tests that the table names.
  guards: {
    mutate: guardRanges(),
    tests: [...new Set(mutated.map(({ test }) => test.file))],
    database: true,
    all: true,
  },
};

/** Names the target to the test runners, which StrykerJS starts. */
export const TARGET_VARIABLE = 'LAUREL_MUTATION';
