import { defineConfig } from 'vitest/config';

/** Tests of the containers: one stack after the other, each with the machine to itself. */
export default defineConfig({
  test: {
    name: 'stack',
    include: ['src/**/*.stack.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
