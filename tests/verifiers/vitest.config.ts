import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    name: '@laurel/verifiers-tests',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    ...shared,
  },
});
