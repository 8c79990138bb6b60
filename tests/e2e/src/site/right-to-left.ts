import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the page and turns it around, as for a language that is written from right to left. */
export const openTurned = async (page: Page): Promise<void> => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
};

/** Where an element begins and ends, from the left of the screen. */
export const ends = (page: Page, selector: string): Promise<{ left: number; right: number; width: number }> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return { left, right, width };
    });

/** Texts that begin at the left of their line, and elements that leave the screen. Numbers and addresses stay left to right. */
const misplaced = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const name = `${element.tagName.toLowerCase()} “${(element.textContent ?? '').slice(0, 40)}”`;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || element.closest('[role=tablist], svg, [aria-hidden=true]')) continue;
      if (style.position !== 'absolute' && (box.right > width + 0.5 || box.left < -0.5))
        found.push(`${name}: leaves the screen`);
      // Percentages and addresses are written from left to right.
      const words = (element.textContent ?? '').trim();
      const isText = !/^[\d+@]|^\S+\.\S+$/.test(words) && /\p{L}/u.test(words);
      if (style.direction === 'ltr' && isText && !element.closest('bdi, data, code, input, [dir]:not(html)'))
        found.push(`${name}: from left to right`);
      if (style.textAlign === 'left' && style.direction === 'rtl') found.push(`${name}: at the left`);
    }
    return found;
  });

/** Expects a part of the turned page to begin at the right, and nothing to leave the screen. */
export const expectTurned = async (part: Locator, what: string): Promise<void> => {
  expect(await misplaced(part), what).toEqual([]);
  const { scroll, width } = await part.page().evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, what).toBe(width);
};

/** The same for a dialog: its title is at the right, and the button that closes it at the left. */
export const expectSheetTurned = async (dialog: Locator, what: string): Promise<void> => {
  await expectTurned(dialog, what);
  expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), what).toBe(0);
  const sheet = await dialog.boundingBox();
  const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
  const middle = (sheet?.x ?? 0) + (sheet?.width ?? 0) / 2;
  expect((close?.x ?? middle) + (close?.width ?? 0), `${what}: the button that closes it`).toBeLessThan(middle);
};
