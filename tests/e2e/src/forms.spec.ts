import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { emailCode, phoneConfirm, secondFactor, social, signup as toSignup } from './site/screens.ts';
import { english, wordsByLanguage } from './site/words.ts';

// The client-side validation of the forms, field by field.

type Say = Record<Language, string>;
const REQUIRED: Say = { en: 'This field is required', uk: 'Це поле обов’язкове' };
const WEAK: Say = {
  en: 'Password must contain an uppercase letter, a lowercase letter, a digit and one of @$!%*?&',
  uk: 'Пароль має містити велику й малу літери, цифру та один зі знаків @$!%*?&',
};
const DIFFERENT: Say = { en: 'Passwords must match', uk: 'Паролі мають збігатися' };
const SHORT: Say = {
  en: 'Password must be at least 6 characters long',
  uk: 'Пароль має містити щонайменше 6 символів',
};
const REGION: Say = { en: 'We can’t text numbers from this country', uk: 'Ми не надсилаємо SMS на номери цієї країни' };
const PHONE: Say = {
  en: 'Enter a valid phone number in international format',
  uk: 'Введіть номер телефону в міжнародному форматі',
};
const EMAIL: Say = { en: 'You entered an incorrect email', uk: 'Адреса пошти неправильна' };
const DOMAIN: Say = {
  en: 'Enter a full address, like name@example.com',
  uk: 'Введіть повну адресу, наприклад name@example.com',
};
const LINK = 'Enter a username without links';

type FieldName = 'name' | 'email' | 'password' | 'repeatPassword' | 'phone';

/** One field after the other is invalid while the others are valid. */
const WRONG: readonly (readonly [FieldName, string, Say])[] = [
  ['name', '', REQUIRED],
  ['name', '   ', REQUIRED],
  ['email', '', REQUIRED],
  ['email', 'ada', EMAIL],
  ['email', 'ada@localhost', DOMAIN],
  ['password', '', REQUIRED],
  ['password', 'Se1!', SHORT],
  ['password', 'secret1!', WEAK],
  ['password', 'SECRET1!', WEAK],
  ['password', 'Secrets!', WEAK],
  ['password', 'Secret12', WEAK],
  ['repeatPassword', '', REQUIRED],
  ['repeatPassword', 'Secret2!', DIFFERENT],
  ['phone', '', REQUIRED],
  ['phone', '+0671234567', PHONE],
  ['phone', '+380671', PHONE],
  ['phone', '+79161234567', REGION],
];

for (const language of LANGUAGES) {
  const words = wordsByLanguage[language];

  test(`VA-01 VA-02 VA-03 VA-04 VA-05 VA-06 LG-09 the signup refuses each field by its own rule, and sends only what is right, ${language}`, async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog');
    const field = (name: FieldName): Locator => dialog.getByLabel(words[name], { exact: true });
    const count = countRequests(page);
    const right = { ...newPerson('Ada Lovelace'), repeatPassword: 'Secret1!' };
    const values: Record<FieldName, string> = { ...right, phone: right.phoneNumber };
    await openWithLanguage(page, language);
    await page.goto('/');
    await toSignup.reach({ page, words, dialog });
    const submit = dialog.getByRole('button', { name: words.signUp });
    for (const name of ['name', 'email', 'password', 'repeatPassword', 'phone'] as const) {
      await field(name).fill(values[name]);
    }
    for (const [name, value, expected] of WRONG) {
      await field(name).fill(value);
      // If the password itself is invalid, the repeated one equals it.
      if (name === 'password') await field('repeatPassword').fill(value);
      await submit.click();
      await expect(field(name), `${name}: ${value}`).toHaveAttribute('aria-invalid', 'true');
      await expect(field(name), `${name}: ${value}`).toHaveAccessibleDescription(expected[language]);
      await field(name).fill(values[name]);
      if (name === 'password') await field('repeatPassword').fill(values.repeatPassword);
    }
    expect(count('/api/users/register')).toBe(0);

    // The field limits its length.
    await field('password').fill('');
    await field('password').pressSequentially('Abcdefgh1!Abcdefgh1!x');
    await expect(field('password')).toHaveValue('Abcdefgh1!Abcdefgh1!');
    await field('password').fill(right.password);
    await field('phone').fill('');
    await field('phone').pressSequentially('12345678901234567890');
    await expect(field('phone')).toHaveValue('+1 234 567 89012345');
    await field('phone').fill(right.phoneNumber);

    const asked = page.waitForRequest('**/api/users/register');
    await submit.click();
    const { name, email, password, phoneNumber } = right;
    expect((await asked).postDataJSON()).toEqual({ name, email, password, phoneNumber });
  });
}

const CODE: Say = { en: 'Code must contain 6 digits', uk: 'У коді 6 цифр' };
const APP_CODE: Say = { en: 'Code must be 6 digits', uk: 'Код має складатися з 6 цифр' };

/** A field for six digits ignores letters and a seventh digit, and no digits and five digits send nothing. */
const expectSixDigits = async (page: Page, input: Locator, path: string, required: string, short: string) => {
  const count = countRequests(page);
  await answer(page, path, success({}));
  await expect(input).toHaveAttribute('inputmode', 'numeric');
  await input.press('Enter');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(required);
  await input.pressSequentially('a1b2c3-45');
  await expect(input).toHaveValue('12345');
  await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Enter');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(short);
  expect(count(`/api${path}`)).toBe(0);
  const asked = page.waitForRequest(`**/api${path}`);
  await input.pressSequentially('67');
  expect(JSON.stringify((await asked).postDataJSON())).toContain('"123456"');
};

for (const language of LANGUAGES) {
  const words = wordsByLanguage[language];
  for (const { what, screen, label, short } of [
    { what: 'VA-07 the code from the email', screen: emailCode, label: words.emailCode, short: CODE },
    { what: 'VA-07 the code from the SMS', screen: phoneConfirm, label: words.smsCode, short: CODE },
    { what: 'VA-08 the code from the app', screen: secondFactor, label: words.appCode, short: APP_CODE },
  ]) {
    test(`${what} accepts only six digits, ${language}`, async ({ page, consoleErrors }) => {
      const dialog = page.getByRole('dialog');
      const input = dialog.getByLabel(label, { exact: true });
      await openWithLanguage(page, language);
      if (screen.verified) await fakeLogin(page, screen.verified);
      await page.goto('/');
      await screen.reach({ page, words, dialog });
      await expectSixDigits(page, input, screen.path, REQUIRED[language], short[language]);
      ignoreRefusals(consoleErrors);
    });
  }
}

test('VA-09 AP-16 a username is not a link, has at most 32 characters, and loses its @', async ({
  page,
  consoleErrors,
}) => {
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'en');
  await fakeLogin(page, social.verified ?? []);
  await page.goto('/');
  await social.reach({ page, words: english, dialog });
  const input = dialog.getByRole('textbox');
  const count = countRequests(page);
  for (const [value, expected] of [
    ['', REQUIRED.en],
    ['https://instagram.com/ada', LINK],
    ['www.ada', LINK],
    ['instagram.com/ada', LINK],
    ['a'.repeat(33), 'Username must not exceed 32 characters'],
  ] as const) {
    await input.fill(value);
    await social.press({ page, words: english, dialog });
    await expect(input, value).toHaveAccessibleDescription(expected);
  }
  expect(count('/api/users/verification')).toBe(0);
  await answer(page, social.path, success({ identifier: 'b'.repeat(32), proofCode: '123456' }));
  const asked = page.waitForRequest('**/api/users/verification');
  await input.fill('@ada.lovelace');
  await social.press({ page, words: english, dialog });
  expect((await asked).postDataJSON()).toEqual({ verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' });
  ignoreRefusals(consoleErrors);
});
