import type { Language } from '@laurel/contracts/languages';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';

// The page in a browser that runs no scripts, in each language and width: what it says can be read, and it offers nothing that
// can't work. announced.spec.ts has the winners.

const WIDTHS = [360, 1440] as const;

type Said = {
  readonly title: string;
  readonly lead: RegExp;
  readonly first: RegExp;
  readonly category: string;
  readonly follow: string;
  readonly footer: RegExp;
  readonly description: RegExp;
  readonly open: string;
};

const SAID: Readonly<Record<Language, Said>> = {
  en: {
    title: 'Meridian Awards 2025',
    lead: /^Ten nominations, one vote/,
    first: /Best Affiliate Program/,
    category: 'Gambling',
    follow: 'Follow the awards',
    footer: /every nominee here is invented/,
    description: /RevShare for life, no negative carry-over/,
    open: 'Voting is open: one vote in each of 22 categories.',
  },
  uk: {
    title: 'Meridian Awards 2025',
    lead: /^Десять номінацій, один голос/,
    first: /Найкраща партнерська програма/,
    category: 'Гемблінг',
    follow: 'Стежте за премією',
    footer: /усіх номінантів вигадано/,
    description: /Довічний RevShare без мінуса/,
    open: 'Голосування триває: по одному голосу в кожній із 22 категорій.',
  },
};

const withoutScripts = async (browser: Browser, baseURL: string, locale: string, path = '/'): Promise<Page> => {
  const page = await browser.newPage({
    baseURL,
    locale,
    javaScriptEnabled: false,
    viewport: { width: WIDTHS[0], height: 740 },
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  // A refresh of the first page leads here.
  await page.waitForURL(/[?]plain/);
  return page;
};

/** The shown elements. */
const shown = (page: Page, selector: string) => page.locator(selector).filter({ visible: true });

/** Expects what every phase has in common. */
const expectReadable = async (page: Page, language: Language): Promise<void> => {
  const said = SAID[language];
  await expect(page).toHaveTitle(said.title);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const [english, ukrainian] = await page.locator('.plain-notice p').all();
  await expect(english ?? page.locator('none')).toHaveText(
    'You can read everything here without JavaScript. To vote, turn JavaScript on and reload the page.',
  );
  await expect(ukrainian ?? page.locator('none')).toHaveText(
    /^Усе на цій сторінці можна прочитати й\sбез JavaScript\.\s/,
  );
  await expect(ukrainian ?? page.locator('none')).toHaveAttribute('lang', 'uk');
  const notice = await english?.boundingBox();
  expect(notice?.y).toBeLessThan(40);
  expect((await page.getByRole('banner').boundingBox())?.y).toBeGreaterThan((notice?.y ?? 0) + (notice?.height ?? 0));
  // The header has no buttons, and the name of the awards on every screen.
  expect((await page.getByRole('banner').getByText('Meridian Awards').boundingBox())?.width).toBeGreaterThan(80);
  // One page is shown, in one language.
  for (const part of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(part)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // Nothing to press, and nothing that counts down.
  await expect(page.locator('button:visible, input:visible, [role=timer]:visible')).toHaveCount(0);
  // The counts of votes and voters, which need a script, are absent.
  await expect(page.locator('[data-turnout]:visible')).toHaveCount(0);
  await expect(shown(page, '#nominations h3')).toHaveText([said.first, ...Array.from({ length: 9 }, () => /\S/)]);
  await expect(shown(page, '#nominations li')).toHaveCount(140);
  await expect(shown(page, '#nominations li p')).toHaveCount(140);
  await expect(page.locator('#best-partner h4').first()).toHaveText(said.category);
  await expect(nominee(page, 'Copperfinch').locator('p')).toHaveText(said.description);
  // Markup of the edition is no text of the page.
  await expect(page.locator('#nominations')).not.toContainText(/<|&(amp|lt|gt|quot);/);
  await expect(page.getByRole('link', { name: 'Velvet Key' }).first()).toHaveAttribute(
    'href',
    'https://velvetkey.example',
  );
  await expect(page.getByRole('list', { name: said.follow }).getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('contentinfo')).toContainText('© 2025');
  await expect(page.getByRole('contentinfo')).toContainText(said.footer);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // A description has a line of its own below the name and the percentage.
    const [name, words] = await Promise.all([
      nominee(page, 'Copperfinch').locator('> :first-child').boundingBox(),
      nominee(page, 'Copperfinch').locator('p').boundingBox(),
    ]);
    expect(words?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    expect(words?.x).toBe(name?.x);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 740 });
};

/** A nominee's line. */
const nominee = (page: Page, name: string) => page.locator('#best-partner li').filter({ hasText: name }).first();

test('the nominees and the phase can be read without JavaScript, in both languages', async ({ browser, site }) => {
  // The language of a shared link comes before that of the browser.
  for (const [locale, path, language] of [
    ['en-GB', '/', 'en'],
    ['uk-UA', '/', 'uk'],
    ['en-GB', '/?lang=uk', 'uk'],
  ] as const) {
    const page = await withoutScripts(browser, site.origin, locale, path);
    await expectReadable(page, language);
    const { lead, open } = SAID[language];
    await expect(shown(page, 'main p').filter({ hasText: lead })).toHaveCount(1);
    await expect(page.getByText(open, { exact: true }).filter({ visible: true })).toHaveCount(1);
    await page.close();
  }
});

test('a browser that runs scripts leaves that page, and keeps what a link shows', async ({ page }) => {
  await page.goto('/?plain&lang=uk&nomination=donat');
  await expect(page.getByRole('button', { name: 'Увійти' })).toBeVisible();
  await expect(page.getByText('без JavaScript')).toHaveCount(0);
  await expect(page).toHaveURL(/^[^?]*[/](?:[?]lang=uk&nomination=donat)?$/);
});

test('a page with scripts does not mention browsers without JavaScript', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('without JavaScript')).toHaveCount(0);
});
