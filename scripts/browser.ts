import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CHROMIUMS, HEADLESS_SHELL, installedBrowser } from '@laurel/support/installed-browser';
import { capture } from './processes.ts';

/** Playwright's own browser, if it is downloaded. */
function playwrightsOwn(root: string): string | undefined {
  const fromJourneys = createRequire(join(root, 'tests/e2e/package.json'));
  const playwright: { chromium: { executablePath(): string } } = fromJourneys('@playwright/test');
  const path = playwright.chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * Finds a Chromium for the journeys: an installed one, else Playwright's own, which it downloads; else, as root on
 * Debian-based systems, it installs the distribution's package.
 * @throws an error of one line that says what to do
 */
export async function findBrowser(root: string, env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<string> {
  const find = () => installedBrowser(env.PATH, [HEADLESS_SHELL, ...CHROMIUMS]) ?? playwrightsOwn(root);
  const there = find();
  if (there) return there;
  const where = { cwd: join(root, 'tests/e2e'), env, signal };
  await capture('node_modules/.bin/playwright', ['install', 'chromium'], where);
  const downloaded = find();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { cwd: root, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, signal };
    await capture('apt-get', ['update', '-qq'], quiet);
    for (const name of [HEADLESS_SHELL, 'chromium']) {
      await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
      const packaged = find();
      if (packaged) return packaged;
    }
  }
  throw new Error(
    `No Chromium was found or could be fetched: install one (apt-get install ${HEADLESS_SHELL}) and try again.`,
  );
}

// Run as a program, it prints the path of that browser.
if (import.meta.main) console.log(await findBrowser(join(import.meta.dirname, '..'), process.env));
