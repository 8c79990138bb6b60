import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { emailCode, login, newPassword, type Screen, signup } from './site/screens.ts';
import { english as words } from './site/words.ts';

// What the browser itself does: its clipboard, its password manager, and the keyboard of a phone. Component tests take
// every field and every spelling of a number.

/** Replaces the content of a field by pasting a text with the keyboard. */
const paste = async (page: Page, field: Locator, text: string): Promise<void> => {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
};

const open = async (page: Page, screen: Screen): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWithLanguage(page, 'en');
  if (screen.verified) await fakeLogin(page, screen.verified);
  await page.goto('/');
  await screen.reach({ page, words, dialog });
  return dialog;
};

/** All forms with a password, and the attributes for password managers. */
const PASSWORD_FIELDS = [
  { what: 'login', screen: login, labels: [words.password], autocomplete: 'current-password' },
  { what: 'signup', screen: signup, labels: [words.password, words.repeatPassword], autocomplete: 'new-password' },
  {
    what: 'new password',
    screen: newPassword,
    labels: [words.newPassword, words.repeatPassword],
    autocomplete: 'new-password',
  },
];

test.describe('V6.2.7 a password', () => {
  for (const { what, screen, labels, autocomplete } of PASSWORD_FIELDS) {
    test(`can be pasted and filled by a password manager, ${what}`, async ({ page }) => {
      const dialog = await open(page, screen);
      for (const label of labels) {
        const field = dialog.getByLabel(label, { exact: true });
        await expect(field).toHaveAttribute('type', 'password');
        await expect(field).toHaveAttribute('autocomplete', autocomplete);
        await paste(page, field, ' Pasted2! ');
        await expect(field).toHaveValue('Pasted2!');
      }
      const name =
        screen === newPassword ? undefined : dialog.locator('input[autocomplete=username], input[type=email]');
      if (name) await expect(name).toHaveAttribute('autocomplete', /^(username|email)$/);
      const asked = page.waitForRequest(`**/api${screen.path}`);
      await answer(page, screen.path, success({ code: 'request-1' }));
      await screen.press({ page, words, dialog });
      expect((await asked).postDataJSON().password).toBe('Pasted2!');
    });
  }
});

test('a code is taken as a keyboard inserts it, and seven digits are refused with a word', async ({
  page,
  consoleErrors,
}) => {
  const dialog = await open(page, emailCode);
  const field = dialog.getByLabel(words.emailCode);
  const count = countRequests(page);
  await page.route('**/api/users/verify-email', (route) => route.abort('connectionrefused'));
  await paste(page, field, '1234567');
  await expect(field).toHaveAccessibleDescription('Code must contain 6 digits');
  await expect(field).toHaveValue('');
  await page.keyboard.insertText('1234567');
  await expect(field).toHaveValue('');
  expect(count('/api/users/verify-email')).toBe(0);
  // As the bar above the keyboard of a phone suggests it.
  await page.keyboard.insertText('123 456');
  await expect(field).toHaveValue('123456');
  await expect.poll(() => count('/api/users/verify-email')).toBe(1);
  // Without an answer the code stays. The focus shows on its last digit, and another code takes its place.
  await expect(dialog.getByRole('alert')).toBeVisible();
  const cells = dialog.locator('[data-input-otp-container] > span');
  await expect(cells).toHaveCount(6);
  const shadows = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).boxShadow));
  expect(new Set(shadows.slice(0, 5)).size).toBe(1);
  expect(shadows[5]).not.toBe(shadows[0]);
  await page.keyboard.insertText('654 321');
  await expect(field).toHaveValue('654321');
  ignoreRefusals(consoleErrors);
});
