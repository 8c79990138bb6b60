import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    name: '@laurel/database',
    root: import.meta.dirname,
    // Servers are started and killed here, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    include: ['src/**/*.test.ts'],
    ...shared,
    globalSetup: [join(import.meta.dirname, 'src/testing-setup.ts')],
  },
});
