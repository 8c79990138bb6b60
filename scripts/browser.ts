import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { capture } from './processes.ts';

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The first browser of that kind on a PATH, if any. */
function onPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .flatMap((folder) => installed.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** The browser that Playwright would download, if it has. */
function playwrightsOwn(root: string): string | undefined {
  const fromJourneys = createRequire(join(root, 'tests/e2e/package.json'));
  const playwright: { chromium: { executablePath(): string } } = fromJourneys('@playwright/test');
  const path = playwright.chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * Finds a Chromium for the journeys: one that is installed, else Playwright's own, else it downloads that, else (as root
 * on Debian and its kin) it installs the distribution's package.
 * @throws one line that says what to do, when none of this works.
 */
export async function findBrowser(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const find = () => onPath(env.PATH ?? '') ?? playwrightsOwn(root);
  const there = find();
  if (there) return there;
  const where = { cwd: join(root, 'tests/e2e'), env };
  await capture('node_modules/.bin/playwright', ['install', 'chromium'], where);
  const downloaded = find();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { cwd: root, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    await capture('apt-get', ['update', '-qq'], quiet);
    await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
    const packaged = find();
    if (packaged) return packaged;
  }
  throw new Error('No Chromium was found or could be fetched: install one (apt-get install chromium) and try again.');
}

// On its own it prints where that browser is.
if (import.meta.main) console.log(await findBrowser(join(import.meta.dirname, '..'), process.env));
