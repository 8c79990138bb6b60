import { STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import type { Page } from '@playwright/test';
import { openAccount } from './site/account.ts';
import { cardOf, chooseNominee, nominees } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { countRequests, readAnswers, settle } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { readShare } from './site/published.ts';
import { type Tap, tapSocket } from './site/socket.ts';
import { english as words } from './site/words.ts';

const STATISTICS = '/api/vote/statistics';
const STALE = 'We can’t refresh the percentages right now. These are the last ones we have.';

/** Lets the page request what changed before it listened, and waits until it has read it. */
const catchUp = async (page: Page, tap: Tap): Promise<void> => {
  await expect.poll(() => tap.subscribed()).toContain(STATISTICS_TOPIC);
  const read = readAnswers(page, STATISTICS);
  await page.clock.runFor(2_000);
  await read;
};

test('polling replaces a broken socket, and missed changes are fetched', { tag: '@journey' }, async ({
  page,
  site,
}) => {
  const nominee = nominees.coinorchard;
  await holdClock(page);
  const tap = await tapSocket(page);
  await page.goto('/');
  await page.getByRole('tab', { name: nominee.category }).click();
  await catchUp(page, tap);
  await expect(cardOf(page, nominee)).toBeVisible();
  await expect(cardOf(page, nominee)).not.toContainText('%');
  const count = countRequests(page);

  await tap.cut();
  const first = await openAccount(site.origin, { phone: true, social: true });
  await first.client.call('POST', '/vote', nominee.vote);
  await expect.poll(() => readShare(site.origin, nominee.vote)).toBe(100);
  await settle(page);
  await expect(cardOf(page, nominee)).not.toContainText('%');
  await page.clock.fastForward(61_000);
  await expect(cardOf(page, nominee)).toContainText('100.00%');
  expect(count(STATISTICS)).toBeGreaterThan(0);

  // The delays have grown meanwhile, but the page reconnects at once when it is online.
  const second = await openAccount(site.origin, { phone: true, social: true });
  await second.client.call('POST', '/vote', nominees.glasswharf.vote);
  await expect.poll(() => readShare(site.origin, nominee.vote)).toBe(50);
  const [asked, tries] = [count(STATISTICS), tap.tries()];
  tap.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(cardOf(page, nominee)).toContainText('50.00%');
  expect(tap.tries()).toBe(tries + 1);
  expect(count(STATISTICS)).toBe(asked + 1);
  const third = await openAccount(site.origin, { phone: true, social: true });
  await third.client.call('POST', '/vote', nominee.vote);
  await expect(cardOf(page, nominee)).toContainText('66.67%');
  expect(count(STATISTICS)).toBe(asked + 1);
});

test('offline the page keeps its state, and updates it when online again', async ({
  page,
  context,
  site,
  consoleErrors,
}) => {
  const account = await openAccount(site.origin, { phone: true, social: true });
  const nominee = nominees.pebbleroad;
  await holdClock(page);
  const tap = await tapSocket(page);
  const loaded = readAnswers(page, '/api/users/info', '/api/vote/my-votes');
  await enter(page, account);
  await loaded;
  await chooseNominee(page, nominee);
  await tap.cut();
  await context.setOffline(true);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words.cast }).click();
  await expect(dialog.getByRole('alert')).toContainText("We couldn't reach the server.");
  await page.clock.fastForward(61_000);
  await expect(page.getByText(STALE)).toBeAttached();
  // Being offline is not reported as an error, and open dialogs stay open.
  await expect(dialog.getByRole('button', { name: words.cast })).toBeEnabled();

  tap.restore();
  await context.setOffline(false);
  await expect(page.getByText(STALE)).toHaveCount(0);
  await dialog.getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  await page.getByRole('button', { name: words.backToPage }).click();
  await expect(cardOf(page, nominee)).toContainText(words.yourChoice);
  // Where the socket is not connected again yet, the totals come when the page asks for them.
  const isCounted = async () => (await cardOf(page, nominee).textContent())?.includes('100.00%');
  await runUntil(page, isCounted, true);
  ignoreErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/);
});
