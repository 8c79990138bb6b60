import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { emailCode, login, newPassword, phoneRequest, type Screen, signup, social } from './site/screens.ts';
import { english as words } from './site/words.ts';

const PHONE_RULE = 'Enter a valid phone number in international format';

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

/** All fields for a phone number. */
const PHONE_FIELDS = [
  { what: 'the signup', screen: signup, label: words.phone },
  { what: 'the phone step', screen: phoneRequest, label: 'Phone number' },
];

for (const { what, screen, label } of PHONE_FIELDS) {
  test.describe(`a phone number pasted into ${what}`, () => {
    test('keeps every digit in any format', async ({ page, consoleErrors }) => {
      const dialog = await open(page, screen);
      const field = dialog.getByLabel(label, { exact: true });
      for (const [pasted, kept] of [
        ['+380 67 123 45 67', '+380 67 123 45 67'],
        ['(+380) 67 - 123 - 45 - 68', '+380 67 123 45 68'],
        ['   380-67-123-45-69   ', '+380 67 123 45 69'],
        ['067 123-45-70', '+380 67 123 45 70'],
        ['67 123 45 71', '+380 67 123 45 71'],
        ['00380 (67) 123-45-72', '+380 67 123 45 72'],
        ['+380 (067) 123-45-73', '+380 67 123 45 73'],
        ['+380 (0) 67 123-45-74', '+380 67 123 45 74'],
        ['+39 06 1234 5678', '+39 061 234 5678'],
        ['+1 (234) 567-89-01-23-45', '+1 234 567 89012345'],
      ] as const) {
        await paste(page, field, pasted);
        await expect(field).toHaveValue(kept);
      }
      ignoreRefusals(consoleErrors);
    });

    test('is rejected, and not cut to another number, if it has too many digits', async ({ page, consoleErrors }) => {
      const dialog = await open(page, screen);
      const field = dialog.getByLabel(label, { exact: true });
      const count = countRequests(page);
      await paste(page, field, '+380 67 123 45 67, +380 50 765 43 21');
      await page.keyboard.press('Enter');
      await expect(field).toHaveAccessibleDescription(PHONE_RULE);
      await expect(field).toHaveValue('+380 67 123 45 67380507654321');
      expect(count(`/api${screen.path}`)).toBe(0);
      ignoreRefusals(consoleErrors);
    });
  });
}

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

  test('that is too long is rejected when it is pasted, and never cut', async ({ page }) => {
    const dialog = await open(page, signup);
    const long = 'Generated1!Generated2!';
    const count = countRequests(page);
    for (const label of [words.password, words.repeatPassword]) {
      const field = dialog.getByLabel(label, { exact: true });
      await paste(page, field, long);
      await expect(field).toHaveValue(long);
    }
    await signup.press({ page, words, dialog });
    const field = dialog.getByLabel(words.password, { exact: true });
    await expect(field).toHaveAccessibleDescription('Password must not exceed 20 characters');
    expect(count('/api/users/register')).toBe(0);
  });
});

/** All fields that show an error while they are filled, with a valid value to paste. */
const CORRECTED: readonly { screen: Screen; label: string; wrong: string; pasted: string }[] = [
  { screen: login, label: 'Email or phone', wrong: '', pasted: ' ada@example.org ' },
  { screen: login, label: words.password, wrong: '', pasted: ' Secret1! ' },
  { screen: signup, label: words.name, wrong: '', pasted: ' Ada Lovelace ' },
  { screen: signup, label: words.email, wrong: 'ada', pasted: ' ada@example.org ' },
  { screen: signup, label: words.password, wrong: 'secret', pasted: ' Secret1! ' },
  { screen: signup, label: words.repeatPassword, wrong: 'Secret2!', pasted: ' Secret1! ' },
  { screen: signup, label: words.phone, wrong: '', pasted: '380 67 123 45 67' },
  { screen: newPassword, label: words.emailCode, wrong: '12', pasted: '123 456' },
  { screen: newPassword, label: words.newPassword, wrong: 'secret', pasted: ' Secret1! ' },
  { screen: newPassword, label: words.repeatPassword, wrong: 'Secret2!', pasted: ' Secret1! ' },
  { screen: phoneRequest, label: 'Phone number', wrong: '', pasted: '380 67 123 45 67' },
  { screen: social, label: 'Instagram username', wrong: '', pasted: ' ada.lovelace ' },
];

test('a field’s error disappears as soon as a valid value is pasted, in every form', async ({
  page,
  consoleErrors,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const { screen, label, wrong, pasted } of CORRECTED) {
    const what = `${screen.path}, ${label}`;
    await page.unrouteAll();
    const dialog = await open(page, screen);
    const field = dialog.getByLabel(label, { exact: true });
    await field.fill(wrong);
    await page.keyboard.press('Enter');
    await expect(field, what).toHaveAttribute('aria-invalid', 'true');
    await paste(page, field, pasted);
    await expect(field, what).toHaveAttribute('aria-invalid', 'false');
  }
  ignoreRefusals(consoleErrors);
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

test('the error of a code disappears as soon as a code is pasted', async ({ page, consoleErrors }) => {
  const dialog = await open(page, emailCode);
  const field = dialog.getByLabel(words.emailCode);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.route('**/api/users/verify-email', () => undefined);
  await paste(page, field, 'Your code: 123 456');
  await expect(field).toHaveValue('123456');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  ignoreRefusals(consoleErrors);
});
