import type { Page } from '@playwright/test';
import { holdBack, settle } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { openLogin, submitLogin } from './site/log-in.ts';
import { ignoreRefusals } from './site/refusals.ts';
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

// What shows it is tested in apps/web/src/lib/http.test.ts and beside each request that the page makes by itself.
test('MD-13 the loader of an action covers the screen until its answer', async ({ page, consoleErrors }) => {
  const loader = page.locator('[data-loader]');
  const release = await holdBack(page, '**/api/users/login');
  const dialog = await openLogin(page);
  await submitLogin(dialog, 'Secret1!', 'nobody@example.org');
  await expect(loader).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(await loader.boundingBox()).toEqual({ x: 0, y: 0, width, height });
  await expect(loader).toContainText('Loading');
  // One ring at a time: the button's waits behind the loader.
  const ring = await dialog
    .getByRole('button', { name: words.logIn })
    .evaluate((button) => getComputedStyle(button, '::before').visibility);
  expect(ring).toBe('hidden');
  release();
  await expect(dialog).toContainText('Could not find an account with this email or phone number');
  await expect(loader).toHaveCount(0);

  ignoreRefusals(consoleErrors);
});
