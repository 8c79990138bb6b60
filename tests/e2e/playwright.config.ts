import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The browser found by scripts/browser.ts, else Debian's on the PATH, else Playwright's own. */
const chromium =
  process.env.CHROMIUM_PATH ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((file) => existsSync(file));

export default defineConfig({
  testDir: 'src',
  // One image for all platforms: the comparison tolerates differences between glyphs.
  snapshotPathTemplate: 'src/looks/{arg}{ext}',
  // Each worker has its own server. A third worker would only slow down the other two.
  workers: 2,
  timeout: 150_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    // A trace of every journey takes a tenth of the time: enable it with --trace=retain-on-failure.
    trace: 'off',
    // Without a GPU the animated light alone takes a core. Tests of motion enable it.
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
