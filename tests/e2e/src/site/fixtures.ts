import { test as base, type Page } from '@playwright/test';
import type { Schedule } from './edition.ts';
import { type Site, startSite } from './server.ts';

/** Collects the errors of a visitor's page in `consoleErrors`. */
const watch = (page: Page, consoleErrors: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => consoleErrors.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A request that the page itself aborted is not a failure.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') consoleErrors.push(`request: ${request.url()} ${why}`);
  });
};

/** Makes navigation wait until the page's code has replaced the server's rendering, which does not react to input. */
export const waitForCode = (page: Page): void => {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const drawn = page.locator('[data-drawn]');
  page.goto = async (...to) => {
    const answer = await goto(...to);
    await drawn.waitFor({ state: 'detached' });
    return answer;
  };
  page.reload = async (...how) => {
    const answer = await reload(...how);
    await drawn.waitFor({ state: 'detached' });
    return answer;
  };
};

/**
 * Journeys run against a real server, one per worker. A page that logs an error, throws, breaks its content security
 * policy (the browser logs that as an error) or sends a request to another host fails its test.
 */
export const test = base.extend<
  {
    consoleErrors: string[];
    /** The address of the worker's server. */
    origin: string;
  },
  {
    /** The phases of a file's server. */
    schedule: Schedule | undefined;
    /** The configuration of a file's server. */
    variables: Readonly<Record<string, string>> | undefined;
    site: Site;
  }
>({
  schedule: [undefined, { scope: 'worker', option: true }],
  variables: [undefined, { scope: 'worker', option: true }],
  site: [
    async ({ schedule, variables }, use) => {
      const site = await startSite(schedule, variables);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  origin: async ({ site }, use) => use(site.origin),
  page: async ({ page }, use) => {
    waitForCode(page);
    await use(page);
  },
  baseURL: async ({ origin }, use) => use(origin),
  consoleErrors: [
    async ({ page, origin }, use) => {
      const consoleErrors: string[] = [];
      watch(page, consoleErrors);
      page.on('request', (request) => {
        const url = new URL(request.url());
        const local = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:';
        if (!local) consoleErrors.push(`third party: ${request.url()}`);
      });
      await use(consoleErrors);
      base.expect(consoleErrors, 'the page has no errors').toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = test.expect;

/** Removes the console's errors that a test caused on purpose. Any other one still fails it. */
export const ignoreErrors = (consoleErrors: string[], ...expected: readonly RegExp[]): void => {
  const others = consoleErrors.filter((each) => !expected.some((one) => one.test(each)));
  consoleErrors.splice(0, consoleErrors.length, ...others);
};
