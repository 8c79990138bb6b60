import type { Language } from '@laurel/contracts/languages';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';

// The page in a browser that runs no scripts: what it says can be read, and it offers nothing that can't work. Its languages and
// its percentages are tested in apps/api/src/features/page.

const WIDTHS = [360, 1440] as const;

const SAID: Readonly<Record<Language, Readonly<Record<'first' | 'category' | 'open', string>>>> = {
  en: {
    first: 'Best Affiliate Program',
    category: 'Gambling',
    open: 'Voting is open: one vote in each of 22 categories.',
  },
  uk: {
    first: 'Найкраща партнерська програма',
    category: 'Гемблінг',
    open: 'Голосування триває: по одному голосу в кожній із 22 категорій.',
  },
};

const withoutScripts = async (browser: Browser, baseURL: string, locale: string): Promise<Page> => {
  const page = await browser.newPage({
    baseURL,
    locale,
    javaScriptEnabled: false,
    viewport: { width: WIDTHS[0], height: 740 },
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  // A refresh of the first page leads here.
  await page.waitForURL(/[?]plain/);
  return page;
};

/** The shown elements. */
const shown = (page: Page, selector: string) => page.locator(selector).filter({ visible: true });

test('the nominees and the phase can be read without JavaScript, in the browser’s language', async ({
  browser,
  site,
}) => {
  for (const [locale, language] of [
    ['en-GB', 'en'],
    ['uk-UA', 'uk'],
  ] as const) {
    const page = await withoutScripts(browser, site.origin, locale);
    const said = SAID[language];
    const nominee = page.locator('#best-partner li').filter({ hasText: 'Copperfinch' }).first();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const notices = page.locator('.plain-notice p');
    await expect(notices).toHaveText([/You can read everything here without JavaScript/, /Усе на цій сторінці/]);
    const notice = await notices.first().boundingBox();
    expect(notice?.y).toBeLessThan(40);
    const banner = page.getByRole('banner');
    expect((await banner.boundingBox())?.y).toBeGreaterThan((notice?.y ?? 0) + (notice?.height ?? 0));
    // The header has no buttons, and the name of the awards on every screen.
    expect((await banner.getByText('Meridian Awards').boundingBox())?.width).toBeGreaterThan(80);
    // One page is shown, in one language.
    for (const part of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(part)).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(shown(page, 'main').getByText(said.open, { exact: true }).filter({ visible: true })).toHaveCount(1);
    // Nothing to press, and nothing that a script would count.
    await expect(shown(page, 'button, input, [role=timer], [data-turnout]')).toHaveCount(0);
    await expect(shown(page, '#nominations h3').first()).toContainText(said.first);
    await expect(page.locator('#best-partner h4').first()).toHaveText(said.category);
    await expect(shown(page, '#nominations li p')).toHaveCount(140);
    // Markup of the edition is no text of the page.
    await expect(page.locator('#nominations')).not.toContainText(/<|&(amp|lt|gt|quot);/);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // A description has a line of its own below the name and the percentage.
      const [name, words] = await Promise.all([
        nominee.locator('> :first-child').boundingBox(),
        nominee.locator('p').boundingBox(),
      ]);
      expect(words?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
      expect(words?.x).toBe(name?.x);
    }
    await page.close();
  }
});

test('a browser that runs scripts leaves that page, and keeps what a link shows', async ({ page }) => {
  await page.goto('/?plain&lang=uk&nomination=donat');
  await expect(page.getByRole('button', { name: 'Увійти' })).toBeVisible();
  // The whole page does not mention browsers without JavaScript.
  await expect(page.getByText('без JavaScript')).toHaveCount(0);
  await expect(page).toHaveURL(/^[^?]*[/](?:[?]lang=uk&nomination=donat)?$/);
});
