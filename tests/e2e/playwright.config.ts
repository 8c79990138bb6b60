import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The browser that scripts/browser.ts found, else Debian's on the PATH, else Playwright's own. */
const chromium =
  process.env.CHROMIUM_PATH ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((file) => existsSync(file));

export default defineConfig({
  testDir: 'src',
  // One image for each look, whatever the platform: the comparison leaves room for how glyphs are drawn.
  snapshotPathTemplate: 'src/looks/{arg}{ext}',
  // Each has a server of its own. A third would only slow the two down: a page's own pauses leave a core half idle.
  workers: 2,
  timeout: 150_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    // A trace of every journey takes a tenth of the time: ask for one with --trace=retain-on-failure.
    trace: 'off',
    // Without a GPU the swaying light alone takes a core. Tests of what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
