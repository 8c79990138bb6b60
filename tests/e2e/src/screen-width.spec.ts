import type { Page } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';
import { speak } from './site/show-in.ts';

/** Expects no visible part of the page to be wider than the screen. */
const expectToFit = async (page: Page, width: number): Promise<void> => {
  for (const part of await page.locator('section, footer').all()) {
    await part.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
};

// axe looks at every screen in visual.spec.ts, and text of twice the size is in large-text.spec.ts.
test('nothing is wider than the smallest and the widest screen, in both languages', async ({ page }) => {
  await page.goto('/');
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of ['uk', 'en'] as const) {
      await speak(page, language);
      await expectToFit(page, width);
    }
  }
});
