import { defineConfig } from 'vitest/config';

/** Tests of the containers. One stack leaves a third of two cores idle, so two run at once. */
export default defineConfig({
  test: {
    name: 'stack',
    include: ['src/**/*.stack.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
