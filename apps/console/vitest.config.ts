import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    name: '@laurel/console',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}'],
    ...shared,
  },
});
