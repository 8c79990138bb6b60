import type { Page } from '@playwright/test';

/** What the browser itself logs of an answer that refuses, or of none. */
const LOGGED = /Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_)|^request: /;

/**
 * Drops what a test had the server refuse on purpose; whatever else the page complained of still fails it.
 * @param also what this test alone provokes
 */
export const forgiveRefusals = (complaints: string[], also?: RegExp): void => {
  const left = complaints.filter((each) => !LOGGED.test(each) && !also?.test(each));
  complaints.splice(0, complaints.length, ...left);
};

/** What stands in the page's local storage. */
export const storedIn = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));
