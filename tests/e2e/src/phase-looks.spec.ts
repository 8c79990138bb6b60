import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { atNominations, expectLook } from './site/look.ts';

const HOUR_MS = 3_600_000;
const AT = [
  { width: 360, height: 740, language: 'en' },
  { width: 1440, height: 900, language: 'uk' },
] as const;

test.use({ schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' } });

/** Compares the top of the page and its first nomination, on a phone and on a large screen. */
const expectLooks = async (page: Page, phase: string): Promise<void> => {
  for (const { width, height, language } of AT) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: language === 'en' ? 'EN' : 'UA', exact: true }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectLook(page, page, `${phase}-hero-${width}-${language}`);
    await expectLook(page, await atNominations(page), `${phase}-nomination-${width}-${language}`);
  }
};

test('matches its images before voting, after voting and after the announcement', async ({ page, site }) => {
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  await expectLooks(page, 'upcoming');

  await passTime(page, 2 * HOUR_MS);
  for (const vote of ['hollow-oak', 'zhuravli']) {
    await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote });
  }
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  await passTime(page, 48 * HOUR_MS);
  // The page asks for the totals once a minute. These are of the last votes.
  const card = async () => {
    await passTime(page, 61_000);
    return page.locator('li[data-company=copperfinch]').textContent();
  };
  await expect.poll(card).toContain('66,67');
  await expectLooks(page, 'closed');

  await passTime(page, 48 * HOUR_MS);
  await expectLooks(page, 'announced');
  for (const { width, height, language } of AT) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: language === 'en' ? 'EN' : 'UA', exact: true }).click();
    const act = page.locator('#winners section').first();
    await act.evaluate((element) => element.scrollIntoView());
    await expectLook(page, page, `winners-${width}-${language}`);
    await act.getByRole('button', { name: /: Copperfinch$/ }).click();
    await runUntil(page, () => page.getByRole('dialog').count(), 1);
    await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 1080);
    await expectLook(page, page, `winner-card-${width}-${language}`);
    await page.keyboard.press('Escape');
    const joint = page.locator('#winners section').nth(7);
    await joint.evaluate((element) => element.scrollIntoView());
    await expectLook(page, page, `joint-winners-${width}-${language}`);
    await expectLook(page, page.locator('#overview'), `announced-overview-${width}-${language}`);
    await expectLook(page, page.locator('main > section').last(), `announced-closing-${width}-${language}`);
  }
});
