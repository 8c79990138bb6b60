import { castVote } from './journey/cast.ts';
import { passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

const HOUR_MS = 3_600_000;

test.use({ schedule: { opensIn: 50, closesIn: 52, announcedIn: 54, visibility: 'live' } });

test('moves by itself from the countdown through the vote and the final results to the winners', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto('/');
  const loaded = await page.evaluate(() => performance.timeOrigin);
  const votes = page.getByRole('button', { name: /^Vote for/ });
  const timer = page.getByRole('timer', { name: 'Voting opens in' });

  await expect(page.getByText('Voting has not opened yet', { exact: true })).toBeVisible();
  await expect(timer.getByRole('listitem').first()).toHaveText('2 days');
  await expect(timer).toContainText('Kyiv time');
  await expect(page.getByRole('button', { name: 'See the nominees' })).toBeVisible();
  await expect(page.locator('li[data-company]').first()).toBeVisible();
  await expect(votes).toHaveCount(0);
  const seconds = timer.getByRole('listitem').last();
  const before = await seconds.textContent();
  await expect(seconds).not.toHaveText(before ?? '');

  await passTime(page, 50 * HOUR_MS);
  await expect(page.getByRole('timer', { name: 'Voting closes in' })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Four steps to your first vote' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Vote now' })).toBeVisible();
  await expect(votes.first()).toBeEnabled();

  const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' };
  await castVote(site.origin, vote);
  await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote: 'hollow-oak' });
  await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote: 'zhuravli' });
  const card = page.locator('li[data-company=copperfinch]');
  // The jump of the clock closed the socket, so the page reloads within a minute.
  await passTime(page, 61_000);
  await expect(card).toContainText('In the lead');

  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByText('Voting has closed. These are the final results.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'See the results' })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Winners are announced in' })).toBeVisible();
  await expect(votes).toHaveCount(0);
  await expect(steps).toHaveCount(0);
  await expect(card).toContainText('100.00%');
  await expect(card).toContainText('Most votes');

  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByText('The winners are announced', { exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(card).toContainText('Winner');
  await expect(card.locator('svg').last()).toBeVisible();
  await expect(page.locator('[data-rank=winner]')).toHaveCount(1);

  // Two nominees with equal votes have both won.
  const shared = page.getByRole('button', { name: /Donation of the Year Winners/ });
  await expect(shared).toContainText('Winners: ');
  await shared.click();
  const winners = page.locator('[data-rank=sharedWinner]');
  await expect(winners).toHaveText([/50\.00%.*Joint winner/s, /50\.00%.*Joint winner/s]);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);

  // The page of the winners has its own words, and nothing of the time before.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The winners are in.');
  await expect(page.getByRole('heading', { name: 'How the winners were chosen' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'See you next year' })).toBeVisible();
  for (const past of ['make yours count', 'How voting works', 'Winners announced in', 'Short maintenance']) {
    await expect(page.getByText(past)).toHaveCount(0);
  }
  const act = page.getByRole('region', { name: 'Best Affiliate Program', exact: true });
  await expect(act.locator('[data-winner]')).toHaveText(['Copperfinch']);
  await expect(act.getByRole('listitem').first()).toContainText('Gambling. Winner');
  await expect(act.getByRole('listitem').first()).toContainText('100.00%');
  await expect(act.getByText('Nobody voted in this category.')).toHaveCount(6);
  const joint = page.getByRole('region', { name: 'Donation of the Year', exact: true });
  await expect(joint.locator('[data-winner]')).toHaveCount(2);
  await expect(joint).toContainText('Joint winners');
  await joint.getByRole('button', { name: 'All results of this nomination' }).click();
  await expect(page.locator('#donat').getByRole('button', { expanded: true })).toBeFocused();
  await expect(page.locator('#donat')).toBeInViewport();

  // The printed page contains the winners, then all categories, and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toHaveCount(23);
  await expect(page.getByRole('table').first().getByRole('row')).toHaveText([
    /Best Affiliate Program: Gambling\s*Copperfinch\s*100\.00%/,
    /Donation of the Year\s*.+, .+\s*50\.00%/,
  ]);
  await expect(page.getByRole('row', { name: /Copperfinch Winner 100\.00%/ })).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('table')).toHaveCount(0);
});
