import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { holdClock, passTime } from './site/clock.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { pressIn, showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;
const SCREENS = [
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1120, 740],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const;

test.use({ schedule: { opensIn: 2, closesIn: 50, announcedIn: 98, visibility: 'live' } });

/** Where the rim of the eclipse is highest, the texts that it crosses, and those under the header. */
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
      const covered: string[] = [];
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const texts = document.createTreeWalker(hero, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right, top: above, bottom } of range.getClientRects()) {
          const far = Math.max(...[left, right].flatMap((a) => [above, bottom].map((b) => Math.hypot(a - x, b - y))));
          const near = Math.hypot(Math.max(left - x, 0, x - right), Math.max(above - y, 0, y - bottom));
          if (near < radius && far > radius) crossed.push(text.textContent ?? '');
          if (above < header && right > left) covered.push(text.textContent ?? '');
        }
      }
      return { rim: top + window.scrollY, crossed, covered };
    });

const expectEclipse = async (page: Page, phase: string): Promise<void> => {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const language of ['EN', 'UA']) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
      const { rim, crossed, covered } = await measure(page);
      const left = page.getByRole('timer').locator('ul');
      if (width === 360 && (await left.isVisible())) {
        const { y, height: own } = (await left.boundingBox()) ?? { y: Number.NaN, height: 0 };
        expect(y + own, `the time left is on the first screen: ${phase}, ${language}`).toBeLessThanOrEqual(height);
      }
      const at = `${phase}, ${width} × ${height}, ${language}`;
      // What the page is about: the awards' short name and year.
      await expect(page.getByRole('main').getByText('Meridian Awards 2025', { exact: true }), at).toBeInViewport({
        ratio: 1,
      });
      expect(rim, at).toBeLessThan(height - 40);
      expect(rim, at).toBeGreaterThan(height / 2);
      expect([crossed, covered], at).toEqual([[], []]);
      await expect(page.getByText('Meridian Awards 2025', { exact: true })).toBeInViewport({ ratio: 1 });
    }
  }
  await page.getByRole('button', { name: 'EN', exact: true }).click();
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

/** The events of the calendar file, as lines. */
const calendar = async (
  page: Page,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
  button = 'Add to calendar',
): Promise<{ name: string; titles: string[]; starts: number }> => {
  const pressed = press(page.getByRole('button', { name: button, exact: true }));
  const [file] = await Promise.all([page.waitForEvent('download'), pressed]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  return {
    name: file.suggestedFilename(),
    titles: lines.filter((line) => line.startsWith('SUMMARY:')).map((line) => line.slice('SUMMARY:'.length)),
    starts: lines.filter((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line)).length,
  };
};

test('a failed calendar file shows an error, and can be saved after a reload', async ({ page, consoleErrors }) => {
  for (const [language, width] of RUNS) {
    const [add, failed] =
      language === 'en'
        ? ['Add to calendar', 'We couldn’t create the calendar file. Reload the page and try again.']
        : ['Додати до календаря', 'Не вдалося створити файл календаря. Перезавантажте сторінку й спробуйте ще раз.'];
    const seen = Promise.withResolvers<void>();
    await page.route(/\/assets\/calendar-.*\.js/, async (route) => {
      await seen.promise;
      await route.abort();
    });
    await page.goto('/');
    await showIn(page, language, width);
    const button = page.getByRole('button', { name: add, exact: true });
    await pressIn(button, width);
    await expect(button).toHaveAttribute('aria-busy', 'true');
    seen.resolve();
    await expect(page.getByRole('alert')).toHaveText(failed);
    await expect(button).not.toHaveAttribute('aria-busy');
    await page.unrouteAll();
    await page.reload();
    await page.locator('[data-drawn]').waitFor({ state: 'detached' });
    expect((await calendar(page, (pressed) => pressIn(pressed, width), add)).name).toBe('meridian-awards-2025.ics');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  ignoreErrors(consoleErrors, /calendar-|Failed to load|ERR_FAILED/);
});

test('the eclipse is on the first screen of every phase, and its rim crosses no text', async ({ page, site }) => {
  // It measures 64 screens.
  test.setTimeout(600_000);
  await holdClock(page);
  await page.goto('/');
  const facts = page.locator('main > section').first().getByRole('list').last();
  await expectEclipse(page, 'scheduled');
  await expect(facts).not.toContainText('people voted');
  const [closing, ceremony] = [
    'Meridian Awards 2025: the last hour of voting',
    'Meridian Awards 2025: the winners',
  ] as const;
  expect(await calendar(page)).toEqual({
    name: 'meridian-awards-2025.ics',
    titles: ['Meridian Awards 2025: voting opens', closing, ceremony],
    starts: 3,
  });

  await passTime(page, 2 * HOUR_MS);
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  // The count is requested once a minute.
  const countOfVotes = async () => {
    await passTime(page, 61_000);
    return facts.getByRole('listitem').first().textContent();
  };
  await expect.poll(countOfVotes).toMatch(/^3\svotes$/);
  await expect(facts.getByRole('listitem').nth(1)).toHaveText('3 people voted');
  await expectEclipse(page, 'open');
  expect((await calendar(page)).titles).toEqual([closing, ceremony]);

  await passTime(page, 48 * HOUR_MS);
  await expect(page.getByRole('timer', { name: 'Winners are announced in' })).toBeVisible();
  await expectEclipse(page, 'closed');
  expect((await calendar(page)).titles).toEqual([ceremony]);
  // The time left is in the right half of a large screen, two by two, and in one line below the rim of a phone.
  for (const language of ['en', 'uk'] as const) {
    await showIn(page, language, 1440);
    const timer = page.getByRole('timer', { name: language === 'en' ? 'Winners are announced in' : 'До оголошення' });
    const { x } = (await timer.boundingBox()) ?? { x: 0 };
    expect(x).toBeGreaterThan(720);
    expect(await unitsOf(page)).toEqual([2, 2]);
    await showIn(page, language, 360);
    const { rim } = await measure(page);
    expect((await timer.boundingBox())?.y).toBeGreaterThan(rim);
    expect(await unitsOf(page)).toEqual([4]);
  }
  // Now in Ukrainian, with the keyboard.
  const saved = await calendar(page, (button) => button.press('Enter'), 'Додати до календаря');
  expect([saved.name, saved.titles]).toEqual([
    'meridian-awards-2025.ics',
    ['Meridian Awards 2025: оголошення переможців'],
  ]);

  await passTime(page, 48 * HOUR_MS);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expectEclipse(page, 'announced');
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
  await expect(facts.getByRole('listitem').first()).toHaveText('3 votes');
});

test.describe('where no closing time is set', () => {
  test.use({ alone: true });

  test('the title has the whole width, and the rim crosses no text', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expectEclipse(page, 'open');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await page.locator('h1').boundingBox())?.width).toBeGreaterThan(800);
  });
});
