import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    name: '@laurel/attack',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    ...shared,
    globalSetup: [join(import.meta.dirname, '../../packages/database/src/testing-setup.ts')],
  },
});
