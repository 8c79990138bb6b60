import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package of Chromium without a user interface. Journeys take about two thirds of the time in it. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

/** The programs of a whole Chromium, in order of preference. */
export const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const;

/**
 * The file of the first installed browser, if any.
 * @param path the folders to look in, as in PATH
 * @param names programs in order of preference; within a folder, an earlier name comes first
 */
export const installedBrowser = (path: string | undefined, names: readonly string[]): string | undefined =>
  (path ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
