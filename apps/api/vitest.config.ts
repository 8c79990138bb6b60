import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: '@laurel/api',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, '../../packages/database/src/testing-setup.ts')],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
