import type { Locator, Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { holdClock } from './site/clock.ts';
import { readAnswers } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { waitForWinner } from './site/published.ts';

/** The page asks for the times each minute, and gets an answer that may be some seconds old; it looks at them each second. */
const passMinutesUntil = (page: Page, text: Locator): Promise<void> =>
  expect
    .poll(async () => {
      const read = readAnswers(page, '/api/edition');
      await page.clock.fastForward(60_000);
      await read;
      await page.clock.runFor(1_000);
      return text.isVisible();
    })
    .toBe(true);

test.use({ schedule: { opensIn: -1, closesIn: 20, announcedIn: 40, visibility: 'live' } });

test('a visitor sees without a reload who leads, that an organiser ended the voting, and who has won', {
  tag: '@journey',
}, async ({ page, site }) => {
  await holdClock(page);
  await page.goto('/');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const votes = page.getByRole('button', { name: /^Vote for/ });
  const card = page.locator('li[data-company=copperfinch]');
  await expect(page.getByRole('timer', { name: 'Voting closes in' })).toBeVisible();
  await expect(votes.first()).toBeEnabled();
  for (const vote of ['hollow-oak', 'zhuravli']) {
    await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote });
  }
  const winner = { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' };
  await castVote(site.origin, winner);
  await passMinutesUntil(page, card.getByText('In the lead'));

  const command = (time: string, reason: string) =>
    site.laurel('phase', 'set', time, 'now', '--reason', reason, '--yes');
  command('--closes', 'the count is complete');
  const closed =
    'Voting has closed. No more votes can come in; the organisers may still leave bought votes out of the count.';
  await passMinutesUntil(page, page.getByText(closed));
  await passMinutesUntil(page, card.getByText('Most votes'));
  await expect(card).toContainText('100.00%');
  await expect(page.getByRole('timer', { name: 'Winners are announced in' })).toBeVisible();
  await expect(votes).toHaveCount(0);

  command('--announced', 'the ceremony has begun');
  // Until the server has counted every vote, its answers are empty, and the page takes back what it showed.
  await waitForWinner(site.origin, winner);
  await passMinutesUntil(page, card.getByText('Winner', { exact: true }));
  await expect(page.getByRole('heading', { name: 'The winners are in.' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.getByRole('button', { name: 'See the winners' }).click();
  const winners = page.locator('#winners');
  await expect(winners.locator('h3').first()).toBeInViewport();
  // Two nominees with equal votes have both won.
  await expect(winners.locator('[data-winner]')).toHaveText(['Copperfinch', 'Hollow Oak', 'Zhuravli']);
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
});
