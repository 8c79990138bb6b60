import { findings } from './site/axe.ts';
import { runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

test.use({ schedule: { opensIn: -1, closesIn: 2, announcedIn: 4, visibility: 'live' } });

test('the overlay of a stream is transparent, says how many voted and how long is left, and sets no cookie', async ({
  page,
}) => {
  await page.goto('/overlay?lang=uk');
  await expect(page.locator('#turnout')).toHaveText(/^Голосів: \d+ · Учасників: \d+$/);
  await expect(page.locator('#left')).toHaveText(/^Голосування закриється за 0[12]:\d\d:\d\d$/);
  const before = await page.locator('#time').textContent();
  await runUntil(page, async () => (await page.locator('#time').textContent()) === before, false);
  expect(await findings(page)).toEqual([]);
  const fill = await page.evaluate(() =>
    [document.documentElement, document.body].map((each) => getComputedStyle(each).backgroundColor),
  );
  expect(fill).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  expect(await page.context().cookies()).toEqual([]);
  expect((await page.content()).length).toBeLessThan(10_000);
  await page.goto('/overlay');
  await expect(page.locator('#left')).toHaveText(/^Voting closes in/);
});
