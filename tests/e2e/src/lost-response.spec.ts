import type { Page, Route } from '@playwright/test';
import { openAccount } from './site/account.ts';
import { cardOf, chooseNominee, nominees } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { countRequests, readAnswers } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { english as words } from './site/words.ts';

const nominee = nominees.verdantReach;
const OWN_VOTES = '/api/vote/my-votes';

/** The browser logs every response of 4xx and 5xx, and every request without a response. */
const CONFLICT = /Failed to load resource: the server responded with a status of 409/;
const UNAVAILABLE = /Failed to load resource: the server responded with a status of 503/;
const LOST = /net::ERR_(FAILED|CONNECTION_FAILED)/;

/** Opens the page as a new voter who lacks nothing, and chooses the nominee. */
const chooseAsVoter = async (page: Page, origin: string): Promise<Member> => {
  const account = await openAccount(origin, { phone: true, social: true });
  const loaded = readAnswers(page, OWN_VOTES);
  await enter(page, account);
  await loaded;
  await chooseNominee(page, nominee);
  return account;
};

test.describe('a vote whose response is lost', () => {
  test('LP-16 is shown as cast only after the server confirms it, also in the banner', async ({
    page,
    site,
    consoleErrors,
  }) => {
    await chooseAsVoter(page, site.origin);
    // The server records it, but the browser gets no response.
    await page.route('**/api/vote', async (route) => {
      await route.fetch();
      await route.abort('failed');
    });
    const asked = page.waitForRequest(`**${OWN_VOTES}`);
    await page.getByRole('button', { name: words.cast }).click();
    await asked;
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    await page.getByRole('button', { name: words.backToPage }).click();
    const panel = page.getByRole('tabpanel', { name: nominee.category });
    const banner = panel.locator('div', { hasText: words.votedFor }).last().locator('..');
    await expect(banner).toContainText(words.votedFor);
    await expect(banner.getByText(words.yourChoice).locator('..')).toHaveText(`${words.yourChoice}${nominee.name}`);
    await expect(banner.locator('img')).toHaveAttribute('src', /\/api\/edition\/logos\//);
    ignoreErrors(consoleErrors, LOST);
  });

  test('is not shown as cast if it never arrived, and can be cast again', async ({ page, site, consoleErrors }) => {
    await holdClock(page);
    await chooseAsVoter(page, site.origin);
    await page.route('**/api/vote', (route) => route.abort('failed'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking whether your vote was recorded');
    const alert = dialog.getByRole('alert');
    await runUntil(page, () => alert.isVisible(), true);
    await expect(alert).toHaveText(
      "Connection Error: We couldn't reach the server. Please check your internet connection and try again",
    );
    await expect(cardOf(page, nominee)).not.toContainText(words.yourChoice);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    await page.getByRole('button', { name: words.backToPage }).click();
    await expect(cardOf(page, nominee)).toContainText(words.yourChoice);
    ignoreErrors(consoleErrors, LOST);
  });

  test('is not cast twice if the next attempt finds it', async ({ page, site, consoleErrors }) => {
    const account = await chooseAsVoter(page, site.origin);
    await page.route('**/api/vote', async (route) => {
      await route.fetch();
      await route.abort('failed');
    });
    await page.route(`**${OWN_VOTES}`, (route) => route.abort('failed'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('alert')).toContainText("We couldn't reach the server");
    await page.unrouteAll();
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    await page.getByRole('button', { name: words.backToPage }).click();
    const own = await account.client.call('GET', '/vote/my-votes');
    expect(own.body).toEqual([nominee.vote]);
    ignoreErrors(consoleErrors, LOST, CONFLICT);
  });

  test('is checked again if the server does not know either', async ({ page, site, consoleErrors }) => {
    await holdClock(page);
    const account = await chooseAsVoter(page, site.origin);
    const message = 'Your vote may be recorded; we are checking. Ask again in a moment';
    const json = { success: false, code: 'vote.in_doubt', codes: ['vote.in_doubt'], message, errors: [message] };
    await page.route('**/api/vote', (route) => route.fulfill({ status: 503, json }));
    const count = countRequests(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking whether your vote was recorded');
    await expect(dialog.getByRole('button', { name: words.cast })).toBeDisabled();
    const alert = dialog.getByRole('alert');
    await runUntil(page, () => alert.isVisible(), true);
    await expect(alert).toContainText('We could not confirm that your vote was recorded');
    expect(count(OWN_VOTES)).toBe(3);
    await expect(cardOf(page, nominee)).not.toContainText(words.yourChoice);

    // This time it is recorded after the page has looked for it once.
    const recordLate = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      await account.client.call('POST', '/vote', nominee.vote);
      await route.fulfill({ response });
    };
    await page.route(`**${OWN_VOTES}`, recordLate, { times: 1 });
    await dialog.getByRole('button', { name: words.cast }).click();
    const done = page.getByRole('dialog', { name: words.doneTitle });
    await runUntil(page, () => done.isVisible(), true);
    await page.getByRole('button', { name: words.backToPage }).click();
    await expect(cardOf(page, nominee)).toContainText(words.yourChoice);
    expect(count(OWN_VOTES)).toBeGreaterThan(4);
    ignoreErrors(consoleErrors, UNAVAILABLE);
  });
});
