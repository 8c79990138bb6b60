import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { speak } from './show-in.ts';

const SCREENS = [
  [360, 740],
  [768, 1024],
  [1120, 740],
  [1440, 900],
  [1920, 1080],
] as const;

/** Where the rim of the eclipse is highest, the texts that it crosses, and those under the header. It is total once winners are announced. */
export const measureEclipse = (page: Page) =>
  page
    .locator('main > section')
    .first()
    .evaluate((hero) => {
      const probe = document.createElement('i');
      probe.style.cssText = 'position: absolute; top: var(--glow); width: var(--radius)';
      const light = hero.querySelector('[aria-hidden]');
      light?.append(probe);
      const { top, width: radius } = probe.getBoundingClientRect();
      probe.remove();
      if (!light) throw new Error('the hero has no light');
      const box = light.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, top + radius];
      const crossed: string[] = [];
      const covered: string[] = [];
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const texts = document.createTreeWalker(hero, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right, top: above, bottom } of range.getClientRects()) {
          const far = Math.max(...[left, right].flatMap((a) => [above, bottom].map((b) => Math.hypot(a - x, b - y))));
          const near = Math.hypot(Math.max(left - x, 0, x - right), Math.max(above - y, 0, y - bottom));
          if (near < radius && far > radius) crossed.push(text.textContent ?? '');
          if (above < header && right > left) covered.push(text.textContent ?? '');
        }
      }
      return { rim: top + window.scrollY, crossed, covered };
    });

/** Expects the eclipse to be on the first screen of every size in both languages, and its rim to cross no text. */
export const expectEclipse = async (page: Page, phase: string): Promise<void> => {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const language of ['uk', 'en'] as const) {
      await speak(page, language);
      await page.evaluate(() => window.scrollTo(0, 0));
      const at = `${phase}, ${width} × ${height}, ${language}`;
      const { rim, crossed, covered } = await measureEclipse(page);
      const left = page.getByRole('timer').locator('ul');
      if (width === 360 && (await left.isVisible())) {
        const { y, height: own } = (await left.boundingBox()) ?? { y: Number.NaN, height: 0 };
        expect(y + own, `the time left is on the first screen: ${at}`).toBeLessThanOrEqual(height);
      }
      // What the page is about: the awards' short name and year.
      await expect(page.getByRole('main').getByText('Meridian Awards 2025', { exact: true }), at).toBeInViewport({
        ratio: 1,
      });
      expect(rim, at).toBeLessThan(height - 40);
      if (phase !== 'announced') expect(rim, at).toBeGreaterThan(height / 2);
      expect([crossed, covered], at).toEqual([[], []]);
    }
  }
};
