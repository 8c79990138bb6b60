import { expect, type Page } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { runUntil } from '../site/clock.ts';
import { ignoreErrors } from '../site/fixtures.ts';
import { type Desk, startDesk } from './desk.ts';
import { test as base, pressEnter, watch } from './fixtures.ts';

const REASON = 'The season is over';

/** An instance of its own: what the others test is about the year that ends here. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const desk = await startDesk();
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens a dialog, gives the reason, and makes the change. */
const change = async (page: Page, open: string, action: string): Promise<void> => {
  await pressEnter(page.getByRole('button', { name: open, exact: true }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(REASON);
  expect(await findings(page), open).toEqual([]);
  await pressEnter(dialog.getByRole('button', { name: action, exact: true }));
  await expect(dialog).toBeHidden();
};

test('an organiser prepares next year, announces the winners of this year and makes next year live, and visitors find both', async ({
  colleague,
  desk,
  browser,
  consoleErrors,
}) => {
  const { page } = await colleague('organiser');
  const goTo = (screen: string) => page.getByRole('link', { name: screen, exact: true }).press('Enter');
  const editions = page.getByRole('region', { name: 'Editions' });
  await goTo('Edition');
  await expect(editions.getByText('2025 live')).toBeVisible();
  await change(page, 'Start next year', 'Start');
  await expect(page.getByRole('region', { name: 'Left to do for 2026' })).toContainText('1 September 2026');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open the draft' }).press('Enter');
  await change(page, 'Publish', 'Publish');
  await expect(page.getByText('Published for 2026, which is not live yet')).toBeVisible();

  await pressEnter(editions.getByRole('button', { name: 'Make it the live edition: 2026' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Not possible yet: the winners of 2025 are not announced/)).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo('Phases');
  await change(page, 'Close voting now', 'Close voting');
  await change(page, 'Announce the winners', 'Announce');

  await goTo('Edition');
  const makeLive = dialog.getByRole('button', { name: 'Make it live' });
  await pressEnter(editions.getByRole('button', { name: 'Make it the live edition: 2026' }));
  await dialog.getByLabel('Why').fill(REASON);
  // The totals become final and the public log gets its result some seconds after the announcement.
  await runUntil(page, () => makeLive.isEnabled(), true);
  expect(await findings(page)).toEqual([]);
  await makeLive.press('Enter');
  const said = page.getByText('2026 is the live edition now');
  await runUntil(page, () => said.isVisible(), true);
  // The server starts its site again, and the console asks until it answers.
  ignoreErrors(consoleErrors, /net::ERR_|status of 503/);
  await expect(editions.getByText('2026 live')).toBeVisible();
  await expect(editions.getByText('2025 archived')).toBeVisible();

  const visitor = await browser.newPage({ baseURL: desk.site.origin, locale: 'en-GB', reducedMotion: 'reduce' });
  watch(visitor, consoleErrors);
  await visitor.goto('/');
  await expect(visitor.getByText('Meridian Awards 2026').first()).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Vote for/ }).first()).toBeEnabled();
  await visitor.goto((await editions.getByRole('link', { name: 'See the page of 2025' }).getAttribute('href')) ?? '');
  expect(new URL(visitor.url()).pathname).toBe('/2025/');
  await expect(visitor.getByText('Winner', { exact: true }).first()).toBeVisible();
  await visitor.close();
});
