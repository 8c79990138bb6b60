import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './site/fixtures.ts';
import { type Site, startSite } from './site/server.ts';
import { confirmMailbox } from './site/voter.ts';
import { english, ukrainian, type Words } from './site/words.ts';

const SPEECHES: Record<'en' | 'uk', Words> = { en: english, uk: ukrainian };
const HEIGHTS = { 360: 740, 768: 1024, 1440: 900 } as const;

type Width = keyof typeof HEIGHTS;
type Language = keyof typeof SPEECHES;
type Look = { readonly what: string; readonly at: readonly (readonly [Width, Language])[]; readonly show: Show };
type Show = (page: Page, words: Words) => Promise<Page | Locator>;

const openLogin = (page: Page, words: Words): Promise<void> =>
  page.getByRole('banner').getByRole('button', { name: words.logIn }).click();

const LOOKS: readonly Look[] = [
  {
    what: 'hero',
    at: [
      [360, 'en'],
      [360, 'uk'],
      [768, 'en'],
      [1440, 'uk'],
    ],
    show: async (page) => page,
  },
  {
    what: 'overview',
    at: [
      [360, 'en'],
      [1440, 'uk'],
    ],
    show: async (page) => page.locator('#overview'),
  },
  {
    what: 'nomination',
    at: [
      [360, 'uk'],
      [768, 'en'],
      [1440, 'en'],
    ],
    show: async (page) => {
      await page
        .locator('#nominations h3')
        .first()
        .evaluate((title) => title.scrollIntoView({ block: 'start' }));
      return page;
    },
  },
  {
    what: 'footer',
    at: [[360, 'uk']],
    show: async (page) => page.getByRole('contentinfo'),
  },
  {
    what: 'login',
    at: [
      [360, 'en'],
      [1440, 'uk'],
    ],
    show: async (page, words) => {
      await openLogin(page, words);
      return page.getByRole('dialog');
    },
  },
  {
    what: 'mailbox',
    at: [
      [360, 'uk'],
      [1440, 'en'],
    ],
    show: async (page, words) => {
      await openLogin(page, words);
      await page.getByRole('button', { name: words.noAccount }).click();
      await expect(page.getByRole('checkbox', { name: words.mailboxTick })).toBeVisible();
      return page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
    },
  },
  {
    what: 'signup',
    at: [
      [360, 'uk'],
      [768, 'en'],
    ],
    show: async (page, words) => {
      await openLogin(page, words);
      await page.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      await expect(page.getByRole('dialog').getByLabel(words.email, { exact: true })).toBeVisible();
      return page;
    },
  },
];

/** All looks are of one server on which nobody has voted. */
const test = base.extend<object, { fresh: Site }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  origin: async ({ fresh }, use) => use(fresh.origin),
});

for (const { what, at, show } of LOOKS) {
  for (const [width, language] of at) {
    test(`looks as it did: ${what}, ${width} px, ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.goto('/', { waitUntil: 'networkidle' });
      if (language !== 'en') await page.getByRole('button', { name: 'UA' }).click();
      const part = await show(page, SPEECHES[language]);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForLoadState('networkidle');
      await page.mouse.move(0, 0);
      // Builds of Chromium draw glyphs and gradients a little differently.
      await expect(part).toHaveScreenshot(`${what}-${width}-${language}.png`, {
        maxDiffPixelRatio: 0.02,
        threshold: 0.3,
      });
    });
  }
}
