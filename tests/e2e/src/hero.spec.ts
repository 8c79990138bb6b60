import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

const HOUR_MS = 3_600_000;
const SCREENS = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const;

test.use({ schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' } });

/** Where the rim of the eclipse is highest, and the texts that it crosses. */
const measure = (page: Page) =>
  page
    .locator('main > section')
    .first()
    .evaluate((hero) => {
      const light = hero.querySelector('[aria-hidden]')?.getBoundingClientRect();
      if (!light) throw new Error('the hero has no light');
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const radius = Math.max(34 * rem, 1.1 * window.innerWidth);
      const top = light.top + 26 * rem;
      const [x, y] = [light.left + light.width / 2, top + radius];
      const crossed: string[] = [];
      const texts = document.createTreeWalker(hero, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right, top: above, bottom } of range.getClientRects()) {
          const far = Math.max(...[left, right].flatMap((a) => [above, bottom].map((b) => Math.hypot(a - x, b - y))));
          const near = Math.hypot(Math.max(left - x, 0, x - right), Math.max(above - y, 0, y - bottom));
          if (near < radius && far > radius) crossed.push(text.textContent ?? '');
        }
      }
      return { rim: top + window.scrollY, crossed };
    });

const expectEclipse = async (page: Page, phase: string): Promise<void> => {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const language of ['EN', 'UA']) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
      const { rim, crossed } = await measure(page);
      const at = `${phase}, ${width} × ${height}, ${language}`;
      // What the page is about: the awards' short name and year.
      await expect(page.getByRole('main').getByText('Meridian Awards 2025', { exact: true }), at).toBeInViewport({
        ratio: 1,
      });
      expect(rim, at).toBeLessThan(height - 40);
      expect(rim, at).toBeGreaterThan(height / 2);
      expect(crossed, at).toEqual([]);
    }
  }
  await page.getByRole('button', { name: 'EN', exact: true }).click();
};

/** The events of the calendar file, as lines. */
const calendar = async (page: Page): Promise<{ name: string; titles: string[]; starts: number }> => {
  const press = page.getByRole('button', { name: 'Add to calendar' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), press]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  return {
    name: file.suggestedFilename(),
    titles: lines.filter((line) => line.startsWith('SUMMARY:')).map((line) => line.slice('SUMMARY:'.length)),
    starts: lines.filter((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line)).length,
  };
};

test('the eclipse is on the first screen of every phase, and its rim crosses no text', async ({ page, site }) => {
  test.setTimeout(120_000);
  await page.clock.install();
  await page.goto('/');
  const facts = page.locator('main > section').first().getByRole('list').last();
  await expectEclipse(page, 'scheduled');
  await expect(facts).not.toContainText('people voted');
  const [closing, ceremony] = [
    'Meridian Awards 2025: the last hour of voting',
    'Meridian Awards 2025: the winners',
  ] as const;
  expect(await calendar(page)).toEqual({
    name: '2025.ics',
    titles: ['Meridian Awards 2025: voting opens', closing, ceremony],
    starts: 3,
  });

  await passTime(page, 2 * HOUR_MS);
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote }, 2 * HOUR_MS);
  }
  // The count is requested once a minute.
  await expect(async () => {
    await passTime(page, 61_000);
    await expect(facts.getByRole('listitem').first()).toHaveText('3 votes', { timeout: 1_000 });
  }).toPass();
  await expect(facts.getByRole('listitem').nth(1)).toHaveText('3 people voted');
  await expectEclipse(page, 'open');
  expect((await calendar(page)).titles).toEqual([closing, ceremony]);

  await passTime(page, 48 * HOUR_MS);
  await expect(page.getByRole('timer', { name: 'Winners are announced in' })).toBeVisible();
  await expectEclipse(page, 'closed');
  expect((await calendar(page)).titles).toEqual([ceremony]);
  // The time left is in the right half of a large screen.
  await page.setViewportSize({ width: 1440, height: 900 });
  const { x } = (await page.getByRole('timer').boundingBox()) ?? { x: 0 };
  expect(x).toBeGreaterThan(720);

  await passTime(page, 48 * HOUR_MS);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expectEclipse(page, 'announced');
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
  await expect(facts.getByRole('listitem').first()).toHaveText('3 votes');
});
