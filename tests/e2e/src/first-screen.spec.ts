import type { Browser, Page } from '@playwright/test';
import { fakeLogin } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';

/** The layout of the first screen, without the animated light, the countdown and the count of the votes. */
const screenOf = (page: Page) =>
  page.locator('header *, main > section:first-of-type *').evaluateAll((elements) =>
    elements
      .filter((element) => !element.closest('[role=timer] li, [data-turnout], [aria-hidden]'))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const words = own.map(({ textContent }) => textContent).join('');
        return [element.localName, words, ...[left, top, width, height].map(Math.round)].join(' ');
      }),
  );

/** Answers each script with an empty one: the page's code never runs, and nothing fails. */
const withhold = (page: Page): Promise<unknown> =>
  page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));

/** A page whose code never runs. */
const withoutCode = async (browser: Browser, baseURL: string, width: number): Promise<Page> => {
  const page = await browser.newPage({ baseURL, viewport: { width, height: 900 } });
  await withhold(page);
  return page;
};

test('I18-01 the code of a browser in another language starts in the default one, and nothing moves', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    baseURL: site.origin,
    locale: 'uk-UA',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1 });
  await expect(page.locator('[data-drawn]')).toBeVisible();
  await expect(title).toHaveText('The industry picks its best.');
  // The shift counts what the fonts move.
  await page.evaluate(() => document.fonts.ready);
  const before = await screenOf(page);
  release();
  await page.locator('[data-drawn]').waitFor({ state: 'detached' });
  await expect(title).toHaveText('The industry picks its best.');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.waitForLoadState('networkidle');
  expect(await screenOf(page)).toEqual(before);
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01);
  await context.close();
});

for (const width of [360, 768, 1440]) {
  test(`is rendered by the server like by the page’s code, ${width} px`, async ({ page, browser, site }) => {
    const drawn = await withoutCode(browser, site.origin, width);
    await drawn.goto('/', { waitUntil: 'networkidle' });
    await expect(drawn.getByText('The industry picks its best.')).toBeVisible();
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/', { waitUntil: 'networkidle' });
    const screen = await screenOf(page);
    expect(screen.length).toBeGreaterThan(30);
    expect(await screenOf(drawn)).toEqual(screen);
    await drawn.close();
  });
}

test.describe('before the code has loaded', () => {
  /** A page whose code never runs. */
  const open = async (page: Page) => {
    await withhold(page);
    await page.goto('/', { waitUntil: 'commit' });
    return page.locator('[data-drawn]');
  };

  test('shows a new visitor what the awards are, and no active buttons', async ({ browser, site }) => {
    const page = await browser.newPage({ baseURL: site.origin });
    const drawn = await open(page);
    await expect(drawn.getByText('The industry picks its best.')).toBeVisible();
    expect(await drawn.getByText('Vote now').evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
    await page.close();
  });

  for (const [who, key, value] of [
    ['chose another language', 'language', 'uk'],
    ['is logged in', 'authToken', 'anything'],
  ] as const) {
    test(`shows no content for other users to a visitor who ${who}`, async ({ browser, site }) => {
      // The browser's language draws the page without scripts only.
      const page = await browser.newPage({ baseURL: site.origin, locale: key === 'language' ? 'uk-UA' : 'en-US' });
      await page.addInitScript((stored) => localStorage.setItem(...stored), [key, value] as [string, string]);
      const drawn = await open(page);
      await expect(drawn).toBeAttached();
      await expect(drawn).toBeHidden();
      await page.close();
    });
  }
});

test.describe('a script that does not load', () => {
  for (const [what, files] of [
    ['of the session', '**/assets/restore-*.js'],
    ['of the whole page', '**/assets/index-*.js'],
  ] as const) {
    test(`leaves a returning visitor the first screen and a way on: ${what}`, async ({ browser, site }) => {
      const page = await browser.newPage({ baseURL: site.origin, locale: 'en-US' });
      await fakeLogin(page, []);
      const drawn = page.locator('[data-drawn]').first();
      await page.goto('/');
      await drawn.waitFor({ state: 'detached' });
      let loads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1;
      });
      await page.route(files, (route) => route.abort());
      await page.goto('/', { waitUntil: 'commit' });
      const link = page.getByRole('alert').getByRole('link', { name: 'Reload the page' });
      await expect(link).toBeVisible();
      await expect(drawn).toBeVisible();
      // The page loaded itself again, once.
      expect(loads).toBe(2);

      // A reload by hand shows the notice at once.
      await page.reload({ waitUntil: 'commit' });
      await expect(link).toBeVisible();
      expect(loads).toBe(3);

      await page.unroute(files);
      await link.click();
      await drawn.waitFor({ state: 'detached' });
      await page.close();
    });
  }
});
