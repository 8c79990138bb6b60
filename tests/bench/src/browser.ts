import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '@laurel/support/free-port';
import { type Browser, chromium } from '@playwright/test';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** CHROMIUM_PATH, else an installed Chromium; without either Playwright uses its own. */
const installedChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => INSTALLED.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** A Chromium that only connects to the measured server, with its debugging port. */
export const openBrowser = async (): Promise<{ browser: Browser; debuggingPort: number }> => {
  const executablePath = installedChromium();
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
