import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { phoneRequest } from './site/screens.ts';
import { wordsByLanguage } from './site/words.ts';

// The phone field with the browser's own cursor, and its list of countries on a small screen (decision 151).

const WIDTH = 360;
const words = wordsByLanguage.uk;

const open = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width: WIDTH, height: 800 });
  await openWithLanguage(page, 'uk');
  await fakeLogin(page, phoneRequest.verified ?? []);
  await page.goto('/');
  await phoneRequest.reach({ page, words, dialog });
  return dialog;
};
const fieldIn = (dialog: Locator): Locator => dialog.getByLabel('Номер телефону', { exact: true });

/** The field's text with a bar at the cursor. */
const cursorIn = (field: Locator): Promise<string> =>
  field.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('not a field');
    const cursor = input.selectionStart ?? 0;
    return `${input.value.slice(0, cursor)}|${input.value.slice(cursor)}`;
  });

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('the phone field groups while typing, and keeps the cursor at its digit', async ({ page }) => {
  const field = fieldIn(await open(page));
  await field.fill('');
  await field.pressSequentially('06712345');
  expect(await cursorIn(field)).toBe('+380 67 123 45|');
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', '9');
  expect(await cursorIn(field)).toBe('+380 67 123 9|4 5');
  await press(page, 'Backspace');
  expect(await cursorIn(field)).toBe('+380 67 123| 45');
  // Deleting a space deletes the digit beyond it.
  await press(page, 'ArrowRight', 'Backspace');
  expect(await cursorIn(field)).toBe('+380 67 12|4 5');
  await press(page, 'ArrowRight', 'Delete');
  expect(await cursorIn(field)).toBe('+380 67 124|');
  await press(page, 'Home', 'ArrowRight', '1');
  expect(await cursorIn(field)).toBe('+1| 380 671 24');
});

test('the list of countries works with the keyboard and with a pointer, and fits the page', async ({ page }) => {
  const dialog = await open(page);
  const field = fieldIn(dialog);
  const country = dialog.getByRole('button', { name: /^UA: Україна/ });
  const search = dialog.getByRole('combobox', { name: 'Пошук за країною або кодом' });
  const options = dialog.getByRole('option');
  await field.focus();
  await press(page, 'Shift+Tab');
  await expect(country).toBeFocused();
  await press(page, 'Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('поль');
  await expect(options.filter({ hasText: 'Польща' })).toHaveCount(1);
  await press(page, 'Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('+48 671 234 567');

  await dialog.getByRole('button', { name: /^PL/ }).click();
  await expect(options.first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);
  expect((await options.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // A press outside closes the list, and counts.
  await answer(page, phoneRequest.path, success({ code: '0123456789abcdef0123456789abcdef' }));
  const asked = page.waitForRequest(`**/api${phoneRequest.path}`);
  await dialog.getByRole('button', { name: words.send }).click();
  expect((await asked).postDataJSON()).toEqual({ phoneNumber: '+48671234567' });
});
