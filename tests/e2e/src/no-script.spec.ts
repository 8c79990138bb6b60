import type { Browser, Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { expect, test } from './site/fixtures.ts';

// The page in a browser that runs no scripts, in each phase: what it says can be read, and it offers nothing that can't work.

const HOUR_MS = 3_600_000;

test.use({ schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' } });

const withoutScripts = async (browser: Browser, baseURL: string, width = 360): Promise<Page> => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false, viewport: { width, height: 740 } });
  await page.goto('/', { waitUntil: 'networkidle' });
  return page;
};

/** Expects what every phase has in common. */
const expectReadable = async (page: Page): Promise<void> => {
  const [english, ukrainian] = await page.locator('body p').all();
  await expect(english ?? page.locator('none')).toHaveText(
    'You can read everything here without JavaScript. To vote, turn JavaScript on and reload the page.',
  );
  await expect(ukrainian ?? page.locator('none')).toHaveText(
    /^Усе на цій сторінці можна прочитати й\sбез JavaScript\.\s/,
  );
  await expect(ukrainian ?? page.locator('none')).toHaveAttribute('lang', 'uk');
  const notice = await english?.boundingBox();
  expect(notice?.y).toBeLessThan(40);
  expect((await page.getByRole('banner').boundingBox())?.y).toBeGreaterThan((notice?.y ?? 0) + (notice?.height ?? 0));
  // Nothing to press, and nothing that counts down.
  await expect(page.locator('button:visible, input:visible, [role=timer]:visible')).toHaveCount(0);
  // No number is promised that does not come.
  const facts = page.locator('main > section').first().getByRole('list').last().locator('li:visible');
  await expect(facts).toHaveText(['10 nominations', '22 categories', '140 nominees']);
  await expect(page.locator('#nominations h3')).toHaveText([
    /Best Affiliate Program/,
    ...Array.from({ length: 9 }, () => /\S/),
  ]);
  await expect(page.locator('#nominations li')).toHaveCount(140);
  await expect(page.locator('#best-partner h4').first()).toHaveText('Gambling');
  await expect(page.getByRole('link', { name: 'Velvet Key' }).first()).toHaveAttribute(
    'href',
    'https://velvetkey.example',
  );
  await expect(page.getByRole('list', { name: 'Follow the awards' }).getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('contentinfo')).toContainText('© 2025');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
};

/** A nominee's line. */
const nominee = (page: Page, name: string) => page.locator('#best-partner li').filter({ hasText: name }).first();

test('the nominees, percentages and phases can be read without JavaScript', async ({ browser, site, request }) => {
  const pass = async (ms: number) => {
    expect((await request.post(`${site.origin}/dev/clock`, { data: { advanceMs: ms } })).ok()).toBe(true);
  };

  const upcoming = await withoutScripts(browser, site.origin);
  await expectReadable(upcoming);
  await expect(upcoming.getByText('Voting has not opened yet', { exact: true })).toBeVisible();
  await expect(upcoming.getByText(/^Voting opens on\s.+, Kyiv\stime\.$/)).toBeVisible();
  await upcoming.close();

  await pass(2 * HOUR_MS);
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  const open = async () => {
    const page = await withoutScripts(browser, site.origin);
    const text = await nominee(page, 'Copperfinch').textContent();
    await page.close();
    return text;
  };
  await expect.poll(open, { timeout: 30_000 }).toContain('66.67%');
  const voting = await withoutScripts(browser, site.origin);
  await expectReadable(voting);
  await expect(voting.getByText('Voting is open: one vote in each of 22 categories.')).toBeVisible();
  await expect(voting.getByText(/^Voting closes on\s.+, Kyiv\stime\.$/)).toBeVisible();
  await expect(nominee(voting, 'Velvet Key')).toContainText('33.33%');
  await expect(nominee(voting, 'Iron Pear')).toContainText('0.00%');
  await expect(voting.getByText('Winner', { exact: true })).toHaveCount(0);
  await voting.close();

  await pass(48 * HOUR_MS);
  const closed = await withoutScripts(browser, site.origin);
  await expectReadable(closed);
  await expect(closed.getByText('Voting has closed', { exact: true })).toBeVisible();
  await expect(closed.getByText(/^The\swinners are announced on\s.+, Kyiv\stime\.$/)).toBeVisible();
  await expect(nominee(closed, 'Copperfinch')).toContainText('66.67%');
  await closed.close();

  await pass(48 * HOUR_MS);
  const announced = await withoutScripts(browser, site.origin);
  await expectReadable(announced);
  await expect(announced.getByText('The winners are announced', { exact: true })).toBeVisible();
  await expect(nominee(announced, 'Copperfinch')).toHaveText(/^Copperfinch\s*Winner\s*66\.67%$/);
  await expect(announced.getByText('Winner', { exact: true })).toHaveCount(1);
  await announced.close();
});

test('a page with scripts shows none of it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('without JavaScript')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});
