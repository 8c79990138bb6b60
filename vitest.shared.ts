import { availableParallelism } from 'node:os';

/** The settings of all tests. */
export const shared = {
  // Files share the modules of their worker, which hold no state: importing them for each file took half of the time.
  isolate: false,
  // Tests wait for PostgreSQL and for time limits: two workers leave a quarter of two cores idle, three a ninth.
  // A fourth would save three percent of the time.
  maxWorkers: availableParallelism() + 1,
  // These limits end a test that hangs: a busy machine may take many times as long as an idle one. A test has a limit of its
  // own only where that is what it proves.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};
