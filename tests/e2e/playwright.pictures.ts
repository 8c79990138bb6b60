import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Draws the pictures of the README: `pnpm docs:pictures`. */
export default defineConfig({
  ...journeys,
  testDir: 'src/pictures',
  testMatch: ['readme.ts', 'console.ts'],
  workers: 1,
  timeout: 300_000,
});
