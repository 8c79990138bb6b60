import type { Vote } from '@laurel/contracts/records';
import type { Page } from '@playwright/test';
import { castVotes, voteElsewhere } from './pictures/electorate.ts';
import { openAccount } from './site/account.ts';
import { findings } from './site/axe.ts';
import { passServerTime } from './site/clock.ts';
import { savedBy } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { enter, type Member } from './site/member.ts';
import { showIn } from './site/show-in.ts';

// The stage of all winners, for a voter and for a guest.

const HOUR_MS = 3_600_000;
const OPEN: Vote = { nomination: 'donat', niche: 'no-category', vote: 'hollow-oak' };

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

let member: Member;
test.beforeAll(async ({ site }) => {
  await castVotes(site.origin);
  member = await openAccount(site.origin, { phone: true, social: true });
  await voteElsewhere(member, OPEN);
  await passServerTime(site.origin, 3 * HOUR_MS);
});

const stage = (page: Page) => page.locator('#winners');

test('a voter sees their choice on each winner, how many they picked, and gets the picture of it', async ({ page }) => {
  await enter(page, member, { language: 'en' });
  const title = await stage(page)
    .getByRole('heading', { name: /^You picked \d+ of 21$/ })
    .textContent();
  const won = Number(/\d+/.exec(title ?? '')?.[0]);
  expect(won).toBeGreaterThan(0);
  await page.getByRole('link', { name: `You picked ${won} of 21` }).click();
  await expect(stage(page).getByRole('button', { name: 'Share the picture' })).toBeInViewport();
  // One is beside a winner, or a tick before the visitor's choice among those behind.
  await expect(stage(page).getByText(/Your choice/)).toHaveCount(21);
  await expect(stage(page).getByText('Your choice', { exact: true })).toHaveCount(won);
  expect(await findings(page)).toEqual([]);
  const { name, content } = await savedBy(page, () =>
    stage(page).getByRole('button', { name: 'Share the picture' }).click(),
  );
  expect([name, content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual(['my-picks.png', 1080, 1350]);
});

test('on a phone the winners of all categories are shorter than 5,500 px, and nothing is wider than the screen', async ({
  page,
}) => {
  await enter(page, member, { language: 'en' });
  for (const language of ['en', 'uk'] as const) {
    await showIn(page, language, 360);
    await expect(stage(page).locator('[data-winner]')).not.toHaveCount(0);
    const { height = 0 } = (await stage(page).boundingBox()) ?? {};
    expect(height).toBeGreaterThan(3 * HEIGHTS[360]);
    expect(height).toBeLessThanOrEqual(5_500);
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(360);
  }
});

test('the index stays on the screen instead of the header, and marks the nomination that is there', async ({
  page,
}) => {
  await page.goto('/');
  const index = page.getByRole('navigation', { name: 'Nominations' });
  for (const width of [360, 1440] as const) {
    await showIn(page, 'en', width);
    const link = index.getByRole('link', { name: 'Best PR Campaign' });
    await link.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(stage(page).getByRole('heading', { name: 'Best PR Campaign' })).toBeInViewport();
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('banner')).not.toBeInViewport();
  }
  await expect(page.getByText(/You picked/)).toHaveCount(0);
});

test('with forced colours each name is readable, and no light is left', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const name = stage(page).locator('[data-winner]').first();
  await expect(name).toHaveCSS('background-image', 'none');
  await expect(name).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await expect(stage(page).locator('section i').first()).toBeHidden();
});
