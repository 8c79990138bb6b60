import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: '@laurel/database',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, 'src/testing-setup.ts')],
  },
});
