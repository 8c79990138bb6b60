import type { Page } from '@playwright/test';

/** Counts the page's requests by path, from here on. */
export const countRequests = (page: Page): ((path: string | RegExp) => number) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return (wanted) => paths.filter((path) => (typeof wanted === 'string' ? path === wanted : wanted.test(path))).length;
};
