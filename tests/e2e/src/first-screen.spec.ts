import { APP_VERSION } from '@laurel/contracts/limits';
import type { Page } from '@playwright/test';
import { fakeLogin } from './site/answers.ts';
import { holdBack } from './site/counter.ts';
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

/** What each language's first screen says. */
const TITLES = { en: 'The industry picks its best.', uk: /^Індустрія обирає/ } as const;

/** Visitors to whom nothing moves: the browser's language is not the page's. */
const VISITORS = [
  ['I18-01 the code of a browser in another language starts in the default one', 'uk-UA', 'en', undefined, 1440],
  ['the code of a visitor who chose a language goes on where the server began', 'en-US', 'uk', 'uk', 360],
] as const;

for (const [what, locale, language, chosen, width] of VISITORS) {
  test(`${what}, and nothing moves`, async ({ browser, site }) => {
    const context = await browser.newContext({
      baseURL: site.origin,
      locale,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    if (chosen) {
      await context.addCookies([{ name: 'laurel_language', value: chosen, url: site.origin }]);
      await page.addInitScript((stored) => {
        localStorage.setItem('language', stored);
      }, chosen);
    }
    const release = await holdBack(page, '**/assets/*.js');
    await page.addInitScript((version) => {
      localStorage.setItem('appVersion', version);
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    }, APP_VERSION);
    await page.goto('/', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(page.locator('[data-drawn]')).toBeVisible();
    await expect(title).toHaveText(TITLES[language]);
    // The shift counts what the fonts move.
    await page.evaluate(() => document.fonts.ready);
    const before = await screenOf(page);
    release();
    await page.locator('[data-drawn]').waitFor({ state: 'detached' });
    await expect(title).toHaveText(TITLES[language]);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.waitForLoadState('networkidle');
    expect(before.length).toBeGreaterThan(30);
    expect(await screenOf(page)).toEqual(before);
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01);
    await context.close();
  });
}

test('the largest paint is the server’s hero', async ({ browser, site }) => {
  // The phone of Lighthouse. Without the fonts, no text of the code is larger than the same text of the server.
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript((version) => {
    localStorage.setItem('appVersion', version);
    Object.assign(window, { largest: undefined });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const element = Reflect.get(entry, 'element');
        const isHero = element instanceof Element && element.matches('[data-drawn] main > section *');
        Object.assign(window, { largest: isHero });
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }, APP_VERSION);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.locator('[data-drawn]').waitFor({ state: 'detached' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.en);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'largest'))).toBe(true);
  await context.close();
});

test('before the code has loaded, the first screen has no active button, no other language, and no login to a user', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.origin, viewport: { width: 1440, height: 900 } });
  // Each script is empty: the page's code never runs, and nothing fails.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  const drawn = page.locator('[data-drawn]');
  const title = drawn.getByText('The industry picks its best.');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(title).toBeVisible();
  expect(await drawn.getByText('Vote now').evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
  await page.evaluate(() => localStorage.setItem('authToken', 'anything'));
  await page.reload({ waitUntil: 'commit' });
  await expect(title).toBeVisible();
  await expect(drawn.getByText('Log in')).toBeHidden();
  // The cookie of the language is missing; the browser's language draws only the page without scripts.
  await page.evaluate(() => localStorage.setItem('language', 'uk'));
  await page.reload({ waitUntil: 'commit' });
  await expect(drawn).toBeAttached();
  await expect(drawn).toBeHidden();
  await page.close();
});

// How the page loads itself again is tested in apps/web/src/app/recover.dom.test.tsx.
for (const [what, files] of [
  ['of the session', '**/assets/restore-*.js'],
  ['of the whole page', '**/assets/index-*.js'],
] as const) {
  test(`a script that does not load leaves a returning visitor the first screen and a way on: ${what}`, async ({
    browser,
    site,
  }) => {
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
    await page.unroute(files);
    await link.click();
    await drawn.waitFor({ state: 'detached' });
    await page.close();
  });
}
