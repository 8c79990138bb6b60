import type { Locator, Page } from '@playwright/test';
import { holdClock } from './site/clock.ts';
import { readAnswers } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';

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
  await passMinutesUntil(page, closed);
  await expect(votes).toHaveCount(0);

  site.laurel('phase', 'set', '--announced', 'now', '--reason', 'the ceremony has begun', '--yes');
  const announced = page.getByText('The winners are announced', { exact: true });
  await passMinutesUntil(page, announced);
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
});
