import type { Page } from '@playwright/test';
import { openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import * as screens from './site/screens.ts';
import { STEP_LOOKS } from './site/step-looks.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

// The browser's Back goes one step back in an open dialog, closes it at its first step, as users expect on a phone, and
// otherwise leaves the page. Component tests take each modal and step back; here is the browser's own history.

/** Marks the document to detect a reload. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const expectSamePage = async (page: Page) => {
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
  await expect(page).toHaveURL('/');
};

/** Presses Back. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('Back closes the front dialog, goes one step back, closes the modal, and then leaves the page', async ({
  page,
}) => {
  await page.goto('about:blank');
  await page.goto('/');
  await mark(page);
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel(words.emailOrPhone);
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
  await expectSamePage(page);
  await expect(page.getByRole('button', { name: words.logIn })).toBeFocused();
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('Back leaves the page at once if every modal was closed by its button', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole('button', { name: words.logIn }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('Back leads from a step that is open again after a reload to the login, then closes it', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await screens.secondFactor.reach({ page, words, dialog });
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
  await page.reload();
  await mark(page);
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
  await goBack(page);
  await expect(dialog.getByLabel(words.emailOrPhone)).toHaveValue(SOMEONE.email);
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await expectSamePage(page);
});

test('Back does not close backup codes: they are shown once', async ({ page, consoleErrors }) => {
  const codes = STEP_LOOKS.find(({ what }) => what === 'backup-codes');
  await openWithLanguage(page, 'en');
  await page.goto('/');
  await mark(page);
  await codes?.show(page, words);
  const shown = page.getByRole('dialog').locator('li code');
  for (let times = 0; times < 2; times += 1) {
    await goBack(page);
    await expect(shown).toHaveCount(10);
    await expectSamePage(page);
  }
  await page.getByRole('button', { name: words.saved }).click();
  ignoreRefusals(consoleErrors);
});
