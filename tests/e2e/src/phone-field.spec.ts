import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { RUNS } from './site/runs.ts';
import { phoneRequest } from './site/screens.ts';
import { wordsByLanguage } from './site/words.ts';

// The input of the phone field, and its list of countries (decision 151).

const SPEECH: Readonly<
  Record<Language, { label: string; search: string; country: RegExp; query: string; poland: string }>
> = {
  en: {
    label: 'Phone number',
    search: 'Search by country or code',
    country: /^UA: Ukraine/,
    query: 'pola',
    poland: 'Poland',
  },
  uk: {
    label: 'Номер телефону',
    search: 'Пошук за країною або кодом',
    country: /^UA: Україна/,
    query: 'поль',
    poland: 'Польща',
  },
};

const open = async (page: Page, language: Language, width: number): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width, height: 800 });
  await openWithLanguage(page, language);
  await fakeLogin(page, phoneRequest.verified ?? []);
  await page.goto('/');
  await phoneRequest.reach({ page, words: wordsByLanguage[language], dialog });
  return dialog;
};

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

/** Sends the number, and returns what the server received. */
const sentNumber = async (page: Page, dialog: Locator, language: Language): Promise<unknown> => {
  await answer(page, phoneRequest.path, success({ code: '0123456789abcdef0123456789abcdef' }));
  const asked = page.waitForRequest(`**/api${phoneRequest.path}`);
  await dialog.getByRole('button', { name: wordsByLanguage[language].send }).click();
  return (await asked).postDataJSON();
};

for (const [language, width] of RUNS) {
  const speech = SPEECH[language];
  test.describe(`the phone field, ${language}, ${width} px`, () => {
    test('VA-10 takes a number as people type it, and sends one spelling', async ({ page, consoleErrors }) => {
      const dialog = await open(page, language, width);
      const field = dialog.getByLabel(speech.label, { exact: true });
      for (const typed of ['050 765 43 21', '00380507654321', '+380 (050) 765-43-21', '380507654321']) {
        await field.fill('');
        await field.pressSequentially(typed);
        await expect(field, typed).toHaveValue('+380 50 765 43 21');
      }
      expect(await sentNumber(page, dialog, language)).toEqual({ phoneNumber: '+380507654321' });
      ignoreRefusals(consoleErrors);
    });

    test('groups while typing, and keeps the cursor at its digit', async ({ page, consoleErrors }) => {
      const dialog = await open(page, language, width);
      const field = dialog.getByLabel(speech.label, { exact: true });
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
      ignoreRefusals(consoleErrors);
    });

    test('the list of countries works with the keyboard', async ({ page, consoleErrors }) => {
      const dialog = await open(page, language, width);
      const field = dialog.getByLabel(speech.label, { exact: true });
      const country = dialog.getByRole('button', { name: speech.country });
      await field.focus();
      await press(page, 'Shift+Tab');
      await expect(country).toBeFocused();
      await press(page, 'Enter');
      const search = dialog.getByRole('combobox', { name: speech.search });
      await expect(search).toBeFocused();
      await press(page, 'Escape');
      await expect(search).toHaveCount(0);
      await expect(country).toBeFocused();
      await expect(dialog).toBeVisible();

      await press(page, 'Enter');
      await expect(search).toBeFocused();
      await page.keyboard.type(speech.query);
      const found = dialog.getByRole('option').filter({ hasText: speech.poland });
      await expect(found).toHaveCount(1);
      await expect(search).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id')) ?? 'none');
      await press(page, 'Enter');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('+48 671 234 567');
      await field.fill('512 345 678');
      await expect(field).toHaveValue('+48 512 345 678');
      ignoreRefusals(consoleErrors);
    });

    test('the list of countries works with a pointer, and fits the page', async ({ page, consoleErrors }) => {
      const dialog = await open(page, language, width);
      const field = dialog.getByLabel(speech.label, { exact: true });
      await dialog.getByRole('button', { name: speech.country }).click();
      const options = dialog.getByRole('option');
      await expect(options.first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect((await options.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await dialog.getByRole('combobox').fill('48');
      await options.click();
      await expect(options).toHaveCount(0);
      await expect(field).toHaveValue('+48 671 234 567');
      // A press outside closes the list, and counts.
      await dialog.getByRole('button', { name: /^PL/ }).click();
      await expect(options.first()).toBeVisible();
      expect(await sentNumber(page, dialog, language)).toEqual({ phoneNumber: '+48671234567' });
      ignoreRefusals(consoleErrors);
    });
  });
}
