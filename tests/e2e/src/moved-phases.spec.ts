import { holdClock, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

/** The page asks for the times this often, and gets an answer that may be some seconds old. */
const ASKS_EVERY_MS = 60_000;

test.use({ schedule: { opensIn: -1, closesIn: 20, announcedIn: 40, visibility: 'live' } });

test('shows without a reload that an organiser ended the voting and announced the winners', async ({ page, site }) => {
  await holdClock(page);
  await page.goto('/');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const votes = page.getByRole('button', { name: /^Vote for/ });
  await expect(votes.first()).toBeEnabled();

  site.laurel('phase', 'set', '--closes', 'now', '--reason', 'the count is complete', '--yes');
  const closed = page.getByText(
    'Voting has closed. No more votes can come in; the organisers may still leave bought votes out of the count.',
  );
  await runUntil(page, () => closed.isVisible(), true, ASKS_EVERY_MS);
  await expect(votes).toHaveCount(0);

  site.laurel('phase', 'set', '--announced', 'now', '--reason', 'the ceremony has begun', '--yes');
  const announced = page.getByText('The winners are announced', { exact: true });
  await runUntil(page, () => announced.isVisible(), true, ASKS_EVERY_MS);
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
});
