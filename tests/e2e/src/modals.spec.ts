import type { Page } from '@playwright/test';
import { askTelegram, openAccount } from './site/account.ts';
import { holdClock } from './site/clock.ts';
import { readAnswers, settle } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { tapSocket } from './site/socket.ts';
import { english as words } from './site/words.ts';

/** Turns the wheel over the page. @returns whether the page kept the browser from scrolling */
const turnWheel = async (page: Page): Promise<boolean> => {
  await page.evaluate(() => {
    const turned = new Promise((resolve) => {
      window.addEventListener('wheel', ({ defaultPrevented }) => resolve(defaultPrevented), { once: true });
    });
    // In an object, because evaluate() awaits a promise.
    Object.assign(window, { wheel: { turned } });
  });
  await page.mouse.move(5, 300);
  await page.mouse.wheel(0, 400);
  return page.evaluate(() => Reflect.get(window, 'wheel').turned);
};
const scrolledTo = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

test('MD-02 locks the page’s scrolling while a modal is open', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const before = await scrolledTo(page);
  expect(await turnWheel(page)).toBe(true);
  await settle(page);
  expect(await scrolledTo(page)).toBe(before);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await turnWheel(page)).toBe(false);
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(before);
});

/** Holds the requests of a call back. @returns a function that waits for the first of them, and one that lets all go */
const hold = async (page: Page, path: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(`**/api${path}`, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  return { path, first: () => expect.poll(() => asked, path).toBeGreaterThan(0), release };
};

/** Detects whether the loader is ever there from here on: the body gets `data-loader-seen`. */
const watchForLoader = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const look = () => {
      if (document.querySelector('[data-loader]')) document.body.dataset.loaderSeen = '';
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });

test('MD-13 polling and what a member’s page reloads by itself never show the loader', async ({ page, site }) => {
  const account = await openAccount(site.origin, { phone: true });
  const socialRequestId = await askTelegram(account);
  await holdClock(page);
  await (await tapSocket(page)).cut();
  const loaded = readAnswers(page, '/api/users/info', `/api/users/logs/${socialRequestId}`, '/api/vote/my-votes');
  await enter(page, account, { socialRequestId });
  await loaded;
  await watchForLoader(page);
  const calls = await Promise.all(
    ['/users/info', `/users/logs/${socialRequestId}`, '/vote/my-votes', '/edition'].map((path) => hold(page, path)),
  );
  const answered = calls.map(({ path }) => page.waitForResponse(`**/api${path}`));
  await page.clock.fastForward(71_000);
  // A vote in another tab, after which the own votes are asked for.
  await page.evaluate(() => new BroadcastChannel('laurel:votes').postMessage(null));
  for (const { first } of calls) await first();
  await settle(page);
  const body = page.locator('body');
  await expect(body).not.toHaveAttribute('data-loader-seen');
  for (const { release } of calls) release();
  await Promise.all(answered);
  await settle(page);
  await expect(body).not.toHaveAttribute('data-loader-seen');
  await expect(page.locator('[data-loader]')).toHaveCount(0);
});

test('MD-13 shows the loader only for actions of the user', async ({ page, consoleErrors }) => {
  const loader = page.locator('[data-loader]');
  await holdClock(page);
  const percentages = await hold(page, '/vote/statistics');
  const address = await hold(page, '/client-ip');
  await page.goto('/');

  await watchForLoader(page);
  const body = page.locator('body');

  // The page reloads the percentages and the address by itself.
  const answered = page.waitForResponse('**/api/vote/statistics');
  await page.clock.runFor(61_000);
  for (const each of [address, percentages]) {
    await each.first();
    each.release();
  }
  await answered;
  await settle(page);
  await expect(body).not.toHaveAttribute('data-loader-seen');

  const login = await hold(page, '/users/login');
  await page.getByRole('button', { name: words.logIn }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email or phone').fill('nobody@example.org');
  await dialog.getByLabel(words.password, { exact: true }).fill('Secret1!');
  await dialog.getByRole('button', { name: words.logIn }).click();
  await login.first();
  await expect(loader).toBeVisible();
  await expect(body).toHaveAttribute('data-loader-seen');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(await loader.boundingBox()).toEqual({ x: 0, y: 0, width, height });
  await expect(loader).toContainText('Loading');
  // One ring at a time: the button's waits behind the loader.
  const ring = await dialog
    .getByRole('button', { name: words.logIn })
    .evaluate((button) => getComputedStyle(button, '::before').visibility);
  expect(ring).toBe('hidden');
  login.release();
  await expect(dialog).toContainText('Could not find an account with this email or phone number');
  await expect(loader).toHaveCount(0);

  ignoreRefusals(consoleErrors);
});
