import type { Vote } from '@laurel/contracts/records';
import type { Locator, Page } from '@playwright/test';
import { fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { holdClock } from './site/clock.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { everyVote, pillOf } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The ballot beside the page: one category a screen. What it casts is tested in
// apps/web/src/features/journey/components/ballot.dom.test.tsx.

const TOTAL = 22;
/** How long a thumb takes for a tap: to read a screen of logos, and to move. */
const TAP_MS = 1_700;
const LIMIT_MS = 120_000;

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const tiles = (page: Page): Locator => page.getByRole('dialog').locator('[data-company]');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog').getByRole('button', { name });
const place = (page: Page): Locator => page.getByRole('dialog').getByText(/^\d+ of 22$/);

/** Opens the page for a voter, whose votes are kept; returns the votes, which grow with each that is cast. */
const openFor = async (page: Page, votes: Vote[]): Promise<Vote[]> => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  // A faked answer arrives offline, too.
  const isOffline = () => page.evaluate(() => !navigator.onLine);
  await page.route('**/api/vote/my-votes', async (route) =>
    (await isOffline()) ? route.abort('failed') : route.fulfill({ json: votes }),
  );
  await page.route('**/api/vote', async (route) => {
    if (await isOffline()) return route.abort('failed');
    const vote = route.request().postDataJSON();
    votes.push({ nomination: vote.nomination, niche: vote.niche, vote: vote.vote });
    return route.fulfill({ status: 201, json: success(votes.at(-1)).body });
  });
  await page.goto('/');
  return votes;
};

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('not on the screen');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test('a thumb votes in every category with two taps each, and the confirmation never lies under the tile', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await holdClock(page);
  const votes = await openFor(page, []);
  await pillOf(page).getByRole('button').tap();
  let [taps, screens, pauses] = [0, 0, 0];
  const tapped: string[] = [];
  for (let number = 1; number <= TOTAL; number += 1) {
    await expect(place(page)).toHaveText(`${number} of ${TOTAL}`);
    screens += 1;
    const tile = tiles(page).nth(number % 4);
    tapped.push((await tile.getAttribute('data-company')) ?? '');
    await tile.tap();
    const confirm = button(page, words.voteFor(''));
    expect(await overlap(tile, confirm)).toBe(false);
    await confirm.tap();
    taps += 2;
    await expect(button(page, number < TOTAL ? /^Next: / : 'My picks')).toBeVisible();
    if (number === TOTAL) break;
    // What the app waits for, it says itself.
    const ms =
      1_000 *
      Number.parseFloat(
        await page
          .locator('circle')
          .nth(1)
          .evaluate((ring) => getComputedStyle(ring).animationDuration),
      );
    pauses += ms;
    await page.clock.runFor(ms);
  }
  expect([taps, screens]).toEqual([2 * TOTAL, TOTAL]);
  expect(pauses).toBeGreaterThan(TOTAL * 1_000);
  expect(pauses + taps * TAP_MS).toBeLessThan(LIMIT_MS);
  expect(votes.map(({ vote }) => vote)).toEqual(tapped);
  expect(new Set(votes.map(({ nomination, niche }) => `${nomination} ${niche}`)).size).toBe(TOTAL);
  await expect(page.getByRole('dialog')).toHaveAccessibleName(words.finishedTitle);
  await button(page, 'My picks').tap();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(TOTAL);
});

test('goes back, skips, is left and resumed', async ({ page }) => {
  const votes = await openFor(page, []);
  await pillOf(page).getByRole('button').tap();
  const left = await page.evaluate(() => window.scrollY);
  await button(page, 'Skip for now').tap();
  await expect(place(page)).toHaveText(`2 of ${TOTAL}`);
  await tiles(page).nth(0).tap();
  // Another logo can still be chosen.
  await tiles(page).nth(1).tap();
  await expect(tiles(page).nth(0)).toHaveAttribute('aria-pressed', 'false');
  await button(page, words.voteFor('')).tap();
  await button(page, /^Back to /).tap();
  await expect(page.getByRole('dialog')).toContainText(words.alreadyVoted);
  await expect(tiles(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await tiles(page).nth(0).tap({ force: true });
  await expect(tiles(page).nth(0)).toHaveAttribute('aria-pressed', 'false');
  await button(page, /^Next: /).tap();
  await expect(place(page)).toHaveText(`3 of ${TOTAL}`);
  // The browser's Back is the same way.
  await page.goBack({ waitUntil: 'commit' });
  await expect(place(page)).toHaveText(`2 of ${TOTAL}`);
  await button(page, /^Leave/).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(left);
  await expect(pillOf(page)).toContainText(`1 of ${TOTAL}`);
  await pillOf(page).getByRole('button').tap();
  // The one that was skipped.
  await expect(place(page)).toHaveText(`1 of ${TOTAL}`);
  await button(page, 'Skip for now').tap();
  await expect(place(page)).toHaveText(`3 of ${TOTAL}`);
  expect(votes).toHaveLength(1);
});

test('waits for the button with reduced motion, and after the keyboard', async ({ page }) => {
  await holdClock(page);
  await openFor(page, []);
  for (const [motion, press] of [
    ['reduce', (target: Locator) => target.tap()],
    ['no-preference', (target: Locator) => target.press('Enter')],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    if ((await page.getByRole('dialog').count()) === 0) await pillOf(page).getByRole('button').press('Enter');
    await press(tiles(page).first());
    await press(button(page, words.voteFor('')));
    const next = button(page, /^Next: /);
    await expect(next).toBeFocused();
    await page.clock.runFor(9_000);
    await expect(page.getByRole('dialog', { name: 'Counted' })).toBeVisible();
    await expect(button(page, 'Wait here')).toHaveCount(0);
    await press(next);
  }
  await expect(place(page)).toHaveText(`3 of ${TOTAL}`);
});

test('offline keeps the choice lit and sends nothing later', async ({ page, context, consoleErrors }) => {
  await holdClock(page);
  const votes = await openFor(page, []);
  await pillOf(page).getByRole('button').tap();
  await tiles(page).first().tap();
  await context.setOffline(true);
  await button(page, words.voteFor('')).tap();
  await expect(page.getByRole('alert')).toHaveText('You are offline. Nothing is sent until you try again.');
  await expect(tiles(page).first()).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await page.clock.runFor(9_000);
  expect(votes).toEqual([]);
  await button(page, 'Try again').tap();
  await expect(page.getByRole('dialog', { name: 'Counted' })).toBeVisible();
  expect(votes).toHaveLength(1);
  ignoreErrors(consoleErrors, /ERR_FAILED/, /socket/i);
});

test('the horizon has nominees above the fold, then the visitor’s own, and the hero leads into the ballot', async ({
  page,
}) => {
  const logos = page.locator('main > section').first().locator('[aria-hidden] img:visible');
  await page.goto('/');
  await expect(logos).toHaveCount(7);
  for (const logo of await logos.all()) await expect(logo).toBeInViewport({ ratio: 1 });
  await openFor(page, [...(await everyVote(page)).slice(0, 3)]);
  await expect(logos).toHaveCount(3);
  await expect(page.getByText(`Your votes: 3 of ${TOTAL}`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(place(page)).toHaveText(`4 of ${TOTAL}`);
});
