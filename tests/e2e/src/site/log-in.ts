import type { Locator, Page } from '@playwright/test';
import { english as words } from './words.ts';

/** Opens the login of a new page. */
export const openLogin = async (page: Page): Promise<Locator> => {
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  return page.getByRole('dialog');
};

/** Sends a password in the open login, with an address or number unless the form has it. */
export const submitLogin = async (dialog: Locator, password: string, login?: string): Promise<void> => {
  if (login !== undefined) await dialog.getByLabel(words.emailOrPhone).fill(login);
  await dialog.getByLabel(words.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: words.logIn }).click();
};

/** Proves oneself with a backup code instead of a code of the app. */
export const enterBackupCode = async (dialog: Locator, code: string | undefined): Promise<void> => {
  await dialog.getByRole('button', { name: 'Use a backup code' }).click();
  await dialog.getByLabel('Backup code', { exact: true }).fill(code ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
};
