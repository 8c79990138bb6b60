import type { Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expectEclipse, measureEclipse } from './site/eclipse.ts';
import { expect, test } from './site/fixtures.ts';
import { enlarge, expectFits, expectSheetFits, NARROW } from './site/large-text.ts';
import { atNominations, expectLook } from './site/look.ts';
import { showIn, speak } from './site/show-in.ts';

// One page goes by itself through all phases. In each, it looks as it did, the eclipse crosses no text, and text of twice
// the size fits a phone.

const HOUR_MS = 3_600_000;

test.use({ schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' } });

/** Doubles the size of all text on a phone, expects the page to fit in both languages, and calls `more` in each. */
const expectToFit = async (page: Page, phase: string, more?: () => Promise<void>): Promise<void> => {
  await page.setViewportSize({ width: NARROW, height: 740 });
  await enlarge(page);
  for (const language of ['en', 'uk'] as const) {
    await speak(page, language);
    for (const part of await page.locator('header, main > section, main > div, footer').all()) {
      await part.scrollIntoViewIfNeeded();
      await expectFits(part, `${phase}, ${language}`);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), phase).toBe(NARROW);
    await more?.();
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
};

/** Compares the top of the page and its first nomination: one on a phone, the other on a large screen. */
const expectLooks = async (page: Page, phase: string, hero: 360 | 1440): Promise<void> => {
  for (const [width, language] of [
    [360, 'en'],
    [1440, 'uk'],
  ] as const) {
    await showIn(page, language, width);
    const at = `${width}-${language}`;
    if (width === hero) await expectLook(page, page, `${phase}-hero-${at}`);
    else await expectLook(page, await atNominations(page), `${phase}-nomination-${at}`);
  }
};

/** The units of the time left, in the rows in which they stand. */
const unitsOf = (page: Page): Promise<number[]> =>
  page
    .getByRole('timer')
    .getByRole('listitem')
    .evaluateAll((units) => {
      const tops = units.map((unit) => Math.round(unit.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });

test('each phase matches its pictures, and the next one comes by itself', async ({ page, site }) => {
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  await expectLooks(page, 'upcoming', 360);
  await expectEclipse(page, 'upcoming');
  await expectToFit(page, 'upcoming');

  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByRole('button', { name: /^Голосувати/ }).first()).toBeVisible();
  for (const vote of ['hollow-oak', 'zhuravli']) {
    await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote });
  }
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  await expectEclipse(page, 'open');
  await passTime(page, 48 * HOUR_MS);
  // The page asks for the totals once a minute. These are of the last votes.
  const card = async () => {
    await passTime(page, 61_000);
    return page.locator('li[data-company=copperfinch]').textContent();
  };
  await expect.poll(card).toMatch(/66[.,]67/);
  await expectLooks(page, 'closed', 1440);
  await expectEclipse(page, 'closed');
  // The time left is in the right half of a large screen, two by two, and in one line below the rim of a phone.
  const timer = page.getByRole('timer');
  await showIn(page, 'uk', 1440);
  expect((await timer.boundingBox())?.x).toBeGreaterThan(720);
  expect(await unitsOf(page)).toEqual([2, 2]);
  await showIn(page, 'uk', 360);
  expect((await timer.boundingBox())?.y).toBeGreaterThan((await measureEclipse(page)).rim);
  expect(await unitsOf(page)).toEqual([4]);
  await expectToFit(page, 'closed');

  await passTime(page, 48 * HOUR_MS);
  await expectLooks(page, 'announced', 360);
  await expectEclipse(page, 'announced');
  const act = page.locator('#winners section').first();
  for (const [width, language] of [
    [360, 'en'],
    [1440, 'uk'],
  ] as const) {
    await showIn(page, language, width);
    await act.evaluate((element) => element.scrollIntoView());
    await expectLook(page, page, `winners-${width}-${language}`);
  }
  await page
    .locator('#winners section')
    .nth(7)
    .evaluate((element) => element.scrollIntoView());
  await expectLook(page, page, 'joint-winners-1440-uk');
  await expectLook(page, page.locator('#overview'), 'announced-overview-1440-uk');
  await showIn(page, 'en', 360);
  await expectLook(page, page.locator('main > section').last(), 'announced-closing-360-en');
  await act.evaluate((element) => element.scrollIntoView());
  const button = act.getByRole('button', { name: /: Copperfinch$/ });
  const dialog = page.getByRole('dialog', { name: 'Copperfinch' });
  await button.click();
  await runUntil(page, () => dialog.isVisible(), true);
  await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 1080);
  await expectLook(page, page, 'winner-card-360-en');
  await page.keyboard.press('Escape');
  await expectToFit(page, 'announced', async () => {
    await button.click();
    await expect(dialog).toBeVisible();
    await expectSheetFits(dialog, 'winner card');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
});
