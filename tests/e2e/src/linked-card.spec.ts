import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { holdClock, passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

const HOUR_MS = 3_600_000;
/** The page scrolls to the card after this time, and keeps it in view for that. */
const SCROLL_DELAY_MS = 400;
const KEPT_FOR_MS = 4_000;

test.use({ schedule: { opensIn: 50, closesIn: 52, announcedIn: 54, visibility: 'live' } });

const AT = [
  { width: 1440, height: 900, language: 'en', tab: 'Finance' },
  { width: 360, height: 740, language: 'uk', tab: 'Фінанси' },
] as const;

/** Expects the copied link of a nominee to lead to its card, which is marked and wholly in view. */
const expectToLead = async (page: Page, phase: string): Promise<void> => {
  for (const { width, height, language, tab } of AT) {
    await page.setViewportSize({ width, height });
    await page.evaluate(([key, chosen]) => localStorage.setItem(key, chosen), [
      STORAGE_KEYS.language,
      language,
    ] as const);
    // A slow connection: the winners above arrive after the page has scrolled.
    const scrolled = Promise.withResolvers<void>();
    await page.route('**/assets/winners-*.js', async (route) => {
      await scrolled.promise;
      await route.continue();
    });
    await page.goto('/?nomination=best-partner&company=quillstone&niche=finance');
    await page.clock.runFor(SCROLL_DELAY_MS);
    const card = page.locator('#best-partner li[data-company=quillstone]');
    await expect(card, phase).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('#best-partner').getByRole('tab', { selected: true })).toHaveText(tab);
    await expect(page).toHaveURL('/');
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });
    scrolled.resolve();
    if (phase === 'announced') await expect(page.locator('#winners section')).toHaveCount(10);
    await page.waitForLoadState('networkidle');
    await expect(card, phase).toBeInViewport({ ratio: 1 });
    // Nor does it leave the view when the page no longer keeps it there.
    await page.clock.runFor(KEPT_FOR_MS);
    await expect(card, phase).toBeInViewport({ ratio: 1 });
    await expect(page.locator('li[aria-current]')).toHaveCount(1);
    await page.unroute('**/assets/winners-*.js');
  }
};

test('a link to a nominee leads to its card in every phase', async ({ page }) => {
  await holdClock(page);
  await page.goto('/');
  await expectToLead(page, 'scheduled');
  for (const phase of ['open', 'closed', 'announced'] as const) {
    await passTime(page, (phase === 'open' ? 50 : 2) * HOUR_MS);
    await expectToLead(page, phase);
  }
});
