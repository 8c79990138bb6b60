import type { Page } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

// The browser's Back goes one step back in an open dialog, closes it at its first step, as users expect on a phone, and
// otherwise leaves the page. Component tests take each modal and step back; here is the browser's own history.

/** Presses Back. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('Back closes the front dialog, goes one step back, closes the modal, and then leaves the page', async ({
  page,
}) => {
  await page.goto('about:blank');
  await page.goto('/');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel(words.emailOrPhone);
  // What was closed in another way leaves no step behind.
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole('button', { name: words.logIn }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: words.logIn }).click();
  await email.fill('ada@example.org');
  await dialog.getByRole('button', { name: words.support }).click();
  await confirmMailbox(page, words);
  await expect(page.getByRole('dialog', { name: 'What went wrong?' })).toBeVisible();
  await goBack(page);
  await expect(dialog).toHaveAccessibleName(words.loginTitle);
  await dialog.getByRole('button', { name: words.forgot }).click();
  await expect(dialog).toHaveAccessibleName(words.forgotTitle);
  await goBack(page);
  await expect(dialog).toHaveAccessibleName(words.loginTitle);
  await expect(email).toHaveValue('ada@example.org');
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: words.logIn })).toBeFocused();
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});
