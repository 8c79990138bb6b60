import type { Role } from '@laurel/contracts/console/permissions';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { addAuthenticator } from '../site/authenticator.ts';
import { holdClock } from '../site/clock.ts';
import { type Desk, startDesk } from './desk.ts';

/** A person of the team in a browser of their own. */
export type Colleague = { page: Page; name: string };

/** Collects the errors of a page in `consoleErrors`. */
export const watch = (page: Page, consoleErrors: string[]): void => {
  page.on('console', (message) => {
    // Playwright's own scripts don't run in the preview of a mail, which runs none.
    const refused = /the server responded with a status of 4\d\d|^Blocked script execution in '[^']*\/mails\//.test(
      message.text(),
    );
    if (message.type() === 'error' && !refused) consoleErrors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => consoleErrors.push(`error: ${error.message}`));
};

/** Presses Enter on a button once it can be used: a key pressed on a disabled button, such as while a preview loads, is lost. */
export const pressEnter = async (button: Locator): Promise<void> => {
  await expect(button).toBeEnabled();
  await button.press('Enter');
};

/**
 * Tests of the console run against a real server with a demo night, one per worker. A page that logs an error, throws or breaks its
 * content security policy fails its test. A call that the server refuses is no error of the page.
 */
export const test = base.extend<
  {
    consoleErrors: string[];
    /** Signs a new person in, in a browser of their own. */
    colleague(
      role: Role,
      options?: { width?: number; height?: number; locale?: string; named?: string },
    ): Promise<Colleague>;
  },
  { desk: Desk }
>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const desk = await startDesk();
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const consoleErrors: string[] = [];
      await use(consoleErrors);
      test.expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
  colleague: async ({ browser, desk, consoleErrors }, use, info) => {
    const pages: Page[] = [];
    await use(async (role, { width = 1280, height = 900, locale = 'en-GB', named } = {}) => {
      const context = await browser.newContext({ viewport: { width, height }, locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      pages.push(page);
      watch(page, consoleErrors);
      await addAuthenticator(page);
      // Short messages stay, and what a screen asks for again and again comes only with runUntil().
      await holdClock(page);
      // Names are unique over the tests of a worker.
      const name = named ?? `${role[0]?.toUpperCase()}${role.slice(1)} ${info.testId.slice(-6)} ${pages.length}`;
      await page.goto(desk.invitation(name, role));
      const uk = locale.startsWith('uk');
      await page.getByRole('button', { name: uk ? 'Створити ключ доступу' : 'Make a passkey' }).click();
      await page.getByRole('link', { name: uk ? 'Пізніше' : 'Later' }).click();
      return { page, name };
    });
    for (const page of pages) await page.context().close();
  },
});

/** Previews the exclusion of the farm's network. */
export const previewFarm = async (
  page: Page,
  { origin }: Desk,
  networks = 'Networks',
  preview = 'Preview',
): Promise<void> => {
  await page.goto(`${origin}/exclusions/new`);
  await page.getByLabel(networks).fill('203.0.113.0/24');
  await page.getByRole('button', { name: preview }).click();
};

/** Proposes the exclusion of the farm's votes. @returns its number */
export const propose = async (page: Page, desk: Desk): Promise<string> => {
  await previewFarm(page, desk);
  const sums = page.getByRole('region', { name: 'What applying it would change' }).getByRole('listitem');
  await expect(sums.filter({ hasText: 'votes out of the count' })).toContainText(String(desk.night.farm));
  await expect(sums.filter({ hasText: 'winner changes' })).toContainText('1');
  await page.getByLabel('Public reason in English').fill('One person cast them with many accounts.');
  await page.getByLabel('Public reason in Ukrainian').fill('Їх віддала одна людина з багатьох акаунтів.');
  await page.getByLabel('Reason for the team').fill('One device farm, ticket 4711');
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page).toHaveURL(/\/exclusions\/\d+$/);
  return page.url().split('/').at(-1) ?? '';
};
