import type { Browser, Page } from '@playwright/test';
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

/** A page whose code never loads. */
const withoutCode = async (browser: Browser, baseURL: string, width: number): Promise<Page> => {
  const page = await browser.newPage({ baseURL, viewport: { width, height: 900 } });
  await page.route('**/assets/*.js', (route) => route.abort());
  return page;
};

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
  /** A page whose code never loads. */
  const open = async (page: Page) => {
    await page.route('**/assets/*.js', (route) => route.abort());
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
      const page = await browser.newPage({ baseURL: site.origin });
      await page.addInitScript((stored) => localStorage.setItem(...stored), [key, value] as [string, string]);
      const drawn = await open(page);
      await expect(drawn).toBeAttached();
      await expect(drawn).toBeHidden();
      await page.close();
    });
  }
});
