import type { Page } from '@playwright/test';
import { askTelegram, confirmInTelegram, openAccount } from './site/account.ts';
import { cardOf, chooseNominee, nominees } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { countRequests, readAnswers, settle, timeRequests } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { countFailures } from './site/refusals.ts';
import { tapSocket } from './site/socket.ts';
import { english as words } from './site/words.ts';

const INFO = '/api/users/info';
const LOGS = /^\/api\/users\/logs\//;
const STATISTICS = '/api/vote/statistics';
const OWN_VOTES = '/api/vote/my-votes';
const API_TIMEOUT_MS = 10_000;
const POLL_MS = 10_000;

const SERVER_ERROR = /Failed to load resource: the server responded with a status of 500/;
const STALE = 'We can’t refresh the percentages right now. These are the last ones we have.';

const brokenAt = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: { broken: true } }));

/** Fires the browser's event for a return to the tab. */
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

test('QY-01 sends JSON, and times out after 10 s', async ({ page }) => {
  await holdClock(page);
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email or phone').fill('ada@example.org');
  await dialog.getByLabel(words.password, { exact: true }).fill('Secret1!');
  await page.route('**/api/users/login', () => undefined);
  const sent = page.waitForRequest('**/api/users/login');
  await dialog.getByRole('button', { name: words.logIn }).click();
  const headers = (await sent).headers();
  expect([headers['content-type'], headers.accept]).toEqual(['application/json', 'application/json']);
  const message = dialog.getByText("We couldn't reach the server.");
  await page.clock.runFor(API_TIMEOUT_MS - 1);
  await settle(page);
  await expect(message).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(message).toBeVisible();
});

test('QY-01 requests user data only with a token, and a log only with a verification request', async ({
  page,
  site,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  const eventId = await askTelegram(account);
  // The page requests the statistics after it has connected.
  await (await tapSocket(page)).cut();
  await holdClock(page);
  const count = countRequests(page);
  const timesOf = await timeRequests(page);
  // A stored verification request, and no logged-in user.
  await page.goto('/');
  await page.evaluate((id) => localStorage.setItem('socialRequestId', id), eventId);
  await page.reload();
  // The first time at which a page with a user would ask again.
  await page.clock.runFor(POLL_MS);
  await settle(page);
  expect([count(INFO), count(OWN_VOTES), count(LOGS), count(STATISTICS)]).toEqual([0, 0, 0, 0]);
  await page.evaluate(() => localStorage.removeItem('socialRequestId'));

  // The step after a verification needs the same data, possibly much later.
  const answered = page.waitForResponse(`**${INFO}`);
  await page.route('**/assets/verification-watch-*.js', async (route) => {
    await answered;
    await route.continue();
  });
  const loaded = readAnswers(page, INFO, OWN_VOTES);
  await enter(page, account);
  await loaded;
  // Only the late code asks again after a minute, so by then it is there.
  await runUntil(page, async () => (await timesOf(INFO)).length, 2, POLL_MS);
  const [first = 0, second = 0] = await timesOf(INFO);
  expect(second - first).toBeGreaterThan(60_000);
  expect(await timesOf(OWN_VOTES)).toEqual([first]);
  expect(await timesOf(LOGS)).toEqual([]);

  await enter(page, account, { socialRequestId: eventId });
  await expect.poll(() => count(LOGS)).toBeGreaterThan(0);
});

test('QY-01 reloads the log when the user returns, and no data that is younger than 60 s', async ({ page, site }) => {
  const account = await openAccount(site.origin, { phone: true });
  await holdClock(page);
  await (await tapSocket(page)).cut();
  const loaded = readAnswers(page, INFO, OWN_VOTES, LOGS);
  await enter(page, account, { socialRequestId: await askTelegram(account) });
  await loaded;
  const count = countRequests(page);
  const all = () => [count(LOGS), count(INFO), count(OWN_VOTES), count(STATISTICS)];
  await focus(page);
  await expect.poll(all).toEqual([1, 0, 0, 0]);

  // Showing it again sends no request, because it is cached.
  await page.getByRole('button', { name: /Best Affiliate Program/ }).click();
  await page.getByRole('button', { name: /Best Affiliate Program/ }).click();
  await page.getByRole('button', { name: words.account(account.person.name) }).click();
  await expect(page.getByText(account.person.email)).toBeVisible();
  expect(all()).toEqual([1, 0, 0, 0]);

  const again = readAnswers(page, INFO);
  await page.clock.fastForward(61_000);
  await again;
  const [, info] = all();
  const returned = readAnswers(page, OWN_VOTES);
  await focus(page);
  await returned;
  expect([count(OWN_VOTES), count(INFO)]).toEqual([1, info]);
});

test('QY-01 QY-02 ER-10 failed user info and logs are retried twice and logged, but not shown', async ({
  page,
  site,
  consoleErrors,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  await confirmInTelegram(account, await askTelegram(account));
  const eventId = await askTelegram(account);
  await holdClock(page);
  await (await tapSocket(page)).cut();
  const failures = countFailures(page);
  const loaded = readAnswers(page, INFO, OWN_VOTES);
  await enter(page, account);
  // What the page asks for before the reload is not counted, and does not change what it has stored.
  await loaded;
  await page.evaluate((id) => localStorage.setItem('socialRequestId', id), eventId);
  await brokenAt(page, INFO);
  await brokenAt(page, `/api/users/logs/${eventId}`);
  const count = countRequests(page);
  await page.reload();
  await runUntil(page, () => [count(INFO), count(LOGS)], [3, 3]);
  await expect.poll(failures).toBe(2);
  await settle(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(STALE)).toHaveCount(0);
  // An empty list: the page shows nothing as verified, although the server has it.
  await page.getByRole('button', { name: words.account(account.person.name) }).click();
  await expect(page.getByText('not verified').first()).toBeVisible();
  ignoreErrors(consoleErrors, SERVER_ERROR);
});

test('ER-10 failed statistics show a temporary message and a notice, and the last values remain', async ({
  page,
  site,
  consoleErrors,
}) => {
  const voter = await openAccount(site.origin, { phone: true, social: true });
  await voter.client.call('POST', '/vote', nominees.quillstone.vote);
  await holdClock(page);
  const tap = await tapSocket(page);
  await tap.cut();
  await page.goto('/');
  const card = cardOf(page, nominees.quillstone);
  await page.getByRole('tab', { name: nominees.quillstone.category }).click();
  await expect(card).toContainText('100.00%');
  const count = countRequests(page);
  const failures = countFailures(page);
  await brokenAt(page, STATISTICS);
  await page.clock.fastForward(61_000);
  await runUntil(page, () => count(STATISTICS), 4);
  const message = page.getByRole('dialog', { name: 'Results aren’t updating' });
  await expect(message).toContainText('We couldn’t load the latest percentages.');
  await expect(message.getByRole('button')).toHaveCount(0);
  await page.clock.fastForward(4_600);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(STALE)).toBeVisible();
  await expect(card).toContainText('100.00%');

  // The message appears once per outage.
  await page.clock.fastForward(61_000);
  await runUntil(page, () => count(STATISTICS), 8);
  await expect.poll(failures).toBe(2);
  await settle(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll();
  await page.clock.fastForward(61_000);
  await expect(page.getByText(STALE)).toHaveCount(0);
  ignoreErrors(consoleErrors, SERVER_ERROR);
});

test('ER-10 failed statistics do not interrupt the user', async ({ page, consoleErrors }) => {
  await holdClock(page);
  await (await tapSocket(page)).cut();
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  const field = page.getByRole('dialog', { name: words.loginTitle }).getByLabel('Email or phone');
  await field.fill('ada@example.org');
  await brokenAt(page, STATISTICS);
  const count = countRequests(page);
  await page.clock.fastForward(61_000);
  await runUntil(page, () => count(STATISTICS), 4);
  await expect(page.getByText(STALE)).toBeAttached();
  await expect(field).toHaveValue('ada@example.org');
  ignoreErrors(consoleErrors, SERVER_ERROR);
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
  const loaded = readAnswers(page, INFO, OWN_VOTES);
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
