import type { Page } from '@playwright/test';

/** The browser's log entry for an error response or a missing one. */
const LOGGED = /Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_)|^request: /;

/**
 * Removes the complaints about intended error responses. Any other complaint still fails the test.
 * @param also complaints that only this test causes
 */
export const forgiveRefusals = (complaints: string[], also?: RegExp): void => {
  const left = complaints.filter((each) => !LOGGED.test(each) && !also?.test(each));
  complaints.splice(0, complaints.length, ...left);
};

/** The content of the page's local storage. */
export const storedIn = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
