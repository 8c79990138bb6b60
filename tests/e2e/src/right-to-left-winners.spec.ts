import { castVote } from './journey/cast.ts';
import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { expectSheetTurned, expectTurned, turnAround } from './site/right-to-left.ts';

const HOUR_MS = 3_600_000;

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

test('the winners and a winner’s card begin at the right, and nothing overflows', async ({ page, site }) => {
  await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' });
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  await passTime(page, 3 * HOUR_MS);
  await expect(page.locator('#winners section').first()).toBeVisible();
  await turnAround(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of await page.locator('main > section, main > div').all()) {
      await part.scrollIntoViewIfNeeded();
      await expectTurned(part, `${width} px`);
    }
    await page.locator('#winners').getByRole('button', { name: 'Share: Copperfinch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copperfinch' });
    await runUntil(page, () => dialog.count(), 1);
    await expectSheetTurned(dialog, `the card, ${width} px`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
