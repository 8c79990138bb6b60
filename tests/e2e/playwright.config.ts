import { CHROMIUMS, HEADLESS_SHELL, installedBrowser } from '@laurel/support/installed-browser';
import { defineConfig } from '@playwright/test';

/** The browser that scripts/browser.ts found or installed, else an installed one, else Playwright's own. */
const chromium = process.env.CHROMIUM_PATH ?? installedBrowser(process.env.PATH, [HEADLESS_SHELL, ...CHROMIUMS]);

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/site/prepared-database.ts',
  // One image for all platforms: the comparison tolerates differences between glyphs.
  snapshotPathTemplate: 'src/looks/{arg}{ext}',
  // Each worker has its own server. Two workers leave a third of two cores idle, three a sixth.
  workers: 4,
  // These limits end a test that hangs. They are more than eight times what a quiet machine needs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace of every journey takes a tenth of the time: enable it with --trace=retain-on-failure.
    trace: 'off',
    // Without a GPU the animated light alone takes a core. Tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The headless shell hints glyphs by default, which the browsers of visitors on Linux do not.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
