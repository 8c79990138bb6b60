import { globSync } from 'node:fs';
import { root } from './root.ts';

/** The files that `pnpm mutation` changes and the tests that must notice, as globs from the root of the repository. */
type Target = { mutate: readonly string[]; tests: readonly string[]; database?: true };

const FEATURES = 'apps/api/src/features/*';
/** Policies with a test beside them, which needs no database; all other files of features are tested on PostgreSQL. */
const POLICY_TESTS = globSync(`${FEATURES}/*policy.test.ts`, { cwd: root });
const POLICIES = POLICY_TESTS.map((test) => test.replace('.test.ts', '.ts'));

export const targets: Record<string, Target> = {
  contracts: {
    // The calls of the console are declarations, which only the tests of the API and of the console read.
    mutate: ['packages/contracts/src/**/*.ts', '!packages/contracts/src/console/calls/**'],
    tests: ['packages/contracts/src/**/*.test.ts'],
  },
  stomp: {
    mutate: ['packages/stomp/src/**/*.ts', '!packages/stomp/src/testing/**'],
    tests: ['packages/stomp/src/**/*.test.ts'],
  },
  tlog: {
    mutate: ['packages/tlog/src/**/*.ts', '!packages/tlog/src/testing/**'],
    // The bundle is made of the changed source: its test would find StrykerJS in it.
    tests: ['packages/tlog/src/!(*.slow|bundle).test.ts'],
  },
  policies: { mutate: POLICIES, tests: POLICY_TESTS },
  features: {
    mutate: [`${FEATURES}/*.ts`, ...POLICIES.map((policy) => `!${policy}`)],
    tests: [`${FEATURES}/*.test.ts`],
    database: true,
  },
};

/** Names the target to the test runners, which StrykerJS starts. */
export const TARGET_VARIABLE = 'LAUREL_MUTATION';
