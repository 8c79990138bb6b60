import { freePort } from '@laurel/database/free-port';
import { CHROMIUMS, HEADLESS_SHELL, installedBrowser } from '@laurel/support/installed-browser';
import { type Browser, chromium } from '@playwright/test';

/** Starts Chromium without its background network traffic, which would disturb the measurements. */
export const openBrowser = async (): Promise<{ browser: Browser; debuggingPort: number }> => {
  // If none is installed, Playwright uses its own.
  const executablePath =
    process.env.CHROMIUM_PATH ?? installedBrowser(process.env.PATH, [...CHROMIUMS, HEADLESS_SHELL]);
  const debuggingPort = await freePort();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return { browser, debuggingPort };
};
