import { expect, test } from './site/fixtures.ts';

test.use({ schedule: { opensIn: -1, closesIn: 20, announcedIn: 40, visibility: 'live' } });

test('shows without a reload that an organiser ended the voting and announced the winners', async ({ page, site }) => {
  await page.clock.install();
  await page.goto('/');
  const loaded = await page.evaluate(() => performance.timeOrigin);
  const votes = page.getByRole('button', { name: /^Vote for/ });
  await expect(votes.first()).toBeEnabled();

  site.laurel('phase', 'set', '--closes', 'now', '--reason', 'the count is complete', '--yes');
  // The page reloads each minute; a cached response may be a few seconds old.
  await page.clock.fastForward(61_000);
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(
      page.getByText(
        'Voting has closed. No more votes can come in; the organisers may still leave bought votes out of the count.',
      ),
    ).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(votes).toHaveCount(0);

  site.laurel('phase', 'set', '--announced', 'now', '--reason', 'the ceremony has begun', '--yes');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(page.getByText('The winners are announced', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});
