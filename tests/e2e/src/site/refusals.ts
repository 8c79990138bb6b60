import type { Page } from '@playwright/test';
import { ignoreErrors } from './fixtures.ts';

/** The browser's log entry for an error response or a missing one. */
const LOGGED = /Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_)|^request: /;

/**
 * Removes the console's errors about intended error responses. Any other one still fails the test.
 * @param also errors that only this test causes
 */
export const ignoreRefusals = (consoleErrors: string[], also?: RegExp): void => {
  ignoreErrors(consoleErrors, LOGGED, ...(also ? [also] : []));
};

/** The content of the page's local storage. */
export const storedIn = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
