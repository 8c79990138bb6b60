import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

/** Tests of several minutes run with `pnpm attack` only. */
const isFull = process.env.LAUREL_ATTACK === 'full';

export default defineConfig({
  test: {
    name: '@laurel/attack',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    exclude: isFull ? [] : ['src/**/*.long.test.ts'],
    ...shared,
    globalSetup: [join(import.meta.dirname, '../../packages/database/src/testing-setup.ts')],
  },
});
