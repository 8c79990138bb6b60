import { defineConfig } from 'vitest/config';

/** The cluster of deploy/cluster, brought up once; the rounds follow one another. */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['src/**/*.cluster.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 600_000, interval: 1_000 } },
  },
});
