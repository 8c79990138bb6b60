import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enlarge, expectFits, expectSheetFits, NARROW } from './site/large-text.ts';

// Text of twice the size on a phone, before and after the voting.

const HOUR_MS = 3_600_000;

test.use({
  schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' },
  viewport: { width: NARROW, height: 740 },
});

/** Expects the page to fit in both languages, and calls `more` in each. */
const expectPage = async (page: Page, phase: string, more?: () => Promise<void>): Promise<void> => {
  for (const language of ['EN', 'UA']) {
    await page.getByRole('button', { name: language, exact: true }).click();
    for (const part of await page.locator('header, main > section, main > div, footer').all()) {
      await part.scrollIntoViewIfNeeded();
      await expectFits(part, `${phase}, ${language}`);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), phase).toBe(NARROW);
    await more?.();
  }
};

test('every phase, the winners and a winner’s card fit a phone with text of twice the size', async ({ page, site }) => {
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  await enlarge(page);
  await expectPage(page, 'scheduled');

  await passTime(page, 2 * HOUR_MS);
  await castVote(site.origin, { nomination: 'ceo-owner', niche: 'no-category', vote: 'uliana-hromovytsia' });
  for (const vote of ['copperfinch', 'northlight-partners']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  await passTime(page, 48 * HOUR_MS);
  // The page asks for the totals once a minute. These are of the last votes.
  const card = async () => {
    await passTime(page, 61_000);
    return page.locator('li[data-company=copperfinch]').textContent();
  };
  await expect.poll(card).toMatch(/50[.,]00/);
  await expectPage(page, 'closed');

  await passTime(page, 48 * HOUR_MS);
  await expect(page.locator('#winners section').first()).toBeVisible();
  await expectPage(page, 'announced', async () => {
    await page
      .locator('#winners')
      .getByRole('button', { name: /: Copperfinch$/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Copperfinch' });
    await runUntil(page, () => dialog.isVisible(), true);
    await expectSheetFits(dialog, 'winner card');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
});
