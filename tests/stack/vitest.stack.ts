import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

/** Tests of the containers. One stack leaves a third of two cores idle, so two run at once. */
export default defineConfig({
  test: {
    name: 'stack',
    include: ['src/**/*.stack.ts'],
    ...shared,
    maxWorkers: 2,
    // Each file trusts the certificates of its own Caddy.
    isolate: true,
    // Containers start and stop in each step: a file needs up to two minutes for it on a quiet machine.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
