import { availableParallelism } from 'node:os';

/** The settings of all tests. */
export const shared = {
  // Files share the modules of their worker, which hold no state: importing them for each file took half of the time.
  isolate: false,
  // A link that is followed would change the address for all later files of the worker.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  // Tests wait for PostgreSQL and for time limits: two workers leave a quarter of two cores idle, three a ninth.
  // A fourth would save three percent of the time.
  maxWorkers: availableParallelism() + 1,
  // These limits end a test that hangs. They are more than eight times what a quiet machine needs, so that no other machine
  // meets them. A test has a limit of its own only if it needs more.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 90_000 } },
};
