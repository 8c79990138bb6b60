import { castVote } from './journey/cast.ts';
import { passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

const HOUR_MS = 3_600_000;

test.use({ schedule: { opensIn: -1, closesIn: 2, announcedIn: 4, visibility: 'hidden' } });

test('hides hidden results until the winners are announced', async ({ page, site }) => {
  await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'UA' }).click();
  const card = page.locator('li[data-company=copperfinch]');
  await expect(card.getByRole('button', { name: /^Голосувати/ })).toBeVisible();
  await expect(card).not.toContainText('%');

  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByText('Голосування завершено. Результати приховано до оголошення переможців.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Переглянути номінантів' })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'До оголошення переможців' })).toBeVisible();
  await expect(card).not.toContainText('%');
  expect(await (await page.request.get('/api/vote/statistics')).json()).toEqual([]);

  // The browser caches the statistics for a second of real time, which the page's clock does not advance.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByText('Переможців оголошено', { exact: true })).toBeVisible();
  await expect(card).toContainText('100,00%');
  await expect(card).toContainText('Перемога');
});
