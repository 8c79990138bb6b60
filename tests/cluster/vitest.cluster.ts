import { defineConfig } from 'vitest/config';

/** The cluster of deploy/cluster, brought up once; the rounds follow one another. */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['src/**/*.cluster.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
