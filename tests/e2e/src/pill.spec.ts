import { fakeLogin, openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { pillOf } from './site/votes.ts';

// The bar at the bottom of the page, in front of what the keyboard reaches.

test('no stop of the keyboard is hidden behind the pill', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await page.goto('/');
  const pill = pillOf(page);
  await expect(pill).toBeVisible();
  await page.locator('#best-partner').getByRole('tab', { selected: true }).focus();
  let stops = 0;
  for (let presses = 0; presses < 45; presses += 1) {
    await page.keyboard.press('Tab');
    const hidden = await pill.evaluate((front) => {
      const stop = document.activeElement;
      if (!stop || front.contains(stop) || !document.querySelector('#nominations')?.contains(stop)) return undefined;
      const [box, over] = [stop.getBoundingClientRect(), front.getBoundingClientRect()];
      // A panel is higher than the screen.
      if (box.height > window.innerHeight / 2) return undefined;
      return box.bottom > over.top && box.top < over.bottom ? stop.outerHTML.slice(0, 80) : '';
    });
    if (hidden === undefined) continue;
    expect(hidden).toBe('');
    stops += 1;
  }
  expect(stops).toBeGreaterThan(20);
});
