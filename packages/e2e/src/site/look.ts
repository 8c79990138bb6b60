import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Expects a part of the page to look as it did when its picture was kept, its clocks aside. */
export const expectLook = async (page: Page, part: Page | Locator, name: string): Promise<void> => {
  await expect(page.locator('[data-loader]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  // Builds of Chromium draw glyphs and gradients a little differently.
  await expect(part).toHaveScreenshot(`${name}.png`, {
    maxDiffPixelRatio: 0.02,
    threshold: 0.3,
    mask: [page.getByRole('timer')],
  });
};

/** Scrolls to where the first nomination begins. */
export const atNominations = async (page: Page): Promise<Page> => {
  await page
    .locator('#nominations h3')
    .first()
    .evaluate((title) => title.scrollIntoView({ block: 'start' }));
  return page;
};
