import { LANGUAGES } from '@laurel/contracts/languages';
import { TAB_STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, SOMEONE, success } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { noteDialogs } from './site/said.ts';
import { confirmMailbox } from './site/voter.ts';
import { type Words, wordsByLanguage } from './site/words.ts';

const PASSWORD = 'Secret1!';
const HEIGHT = 900;

const speak = async (page: Page, language: string): Promise<void> => {
  await page.goto('/');
  if (language === 'uk') await page.getByRole('button', { name: 'UA', exact: true }).click();
};
const enterLogin = (page: Page, words: Words) =>
  page.getByRole('banner').getByRole('button', { name: words.logIn }).click();
/** Opens the signup from the page. */
const openSignup = async (page: Page, words: Words, first = false) => {
  await enterLogin(page, words);
  await page.getByRole('dialog').getByRole('button', { name: words.noAccount }).click();
  if (first) await confirmMailbox(page, words);
  const signup = page.getByRole('dialog', { name: words.signupTitle });
  await expect(signup.getByLabel(words.name, { exact: true })).toBeFocused();
  return signup;
};
const draftIn = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), TAB_STORAGE_KEYS.accountDraft);

for (const [language, width] of RUNS) {
  test.describe(`the signup, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: HEIGHT } });
    const words = wordsByLanguage[language];

    test('MD-05 has each field by its name, and switches to the login and back', async ({ page }) => {
      await speak(page, language);
      const signup = await openSignup(page, words, true);
      const fields = [words.name, words.email, words.password, words.repeatPassword, words.phone];
      for (const name of fields) await expect(signup.getByLabel(name, { exact: true })).toHaveCount(1);
      await expect(signup.locator('input')).toHaveCount(fields.length);
      for (const name of [words.password, words.repeatPassword]) {
        await expect(signup.getByLabel(name, { exact: true })).toHaveAttribute('type', 'password');
      }
      const current = signup.getByRole('button', { pressed: true });
      await expect(current).toHaveText(words.noAccount);
      await signup.getByRole('button', { name: words.haveAccount }).click();

      const login = page.getByRole('dialog', { name: words.loginTitle });
      await expect(login.locator('input')).toHaveCount(2);
      for (const name of [words.emailOrPhone, words.password]) {
        await expect(login.getByLabel(name, { exact: true })).toHaveCount(1);
      }
      await expect(login.getByRole('button', { pressed: true })).toHaveText(words.haveAccount);
      await login.getByRole('button', { name: words.noAccount }).click();
      await expect(signup).toBeVisible();
    });

    test('what was typed survives Escape, Back and a reload; passwords do not', async ({ page }) => {
      const said = await noteDialogs(page);
      await speak(page, language);
      const typed = { [words.name]: 'Ada', [words.email]: SOMEONE.email, [words.phone]: SOMEONE.phoneNumber };
      const signup = await openSignup(page, words, true);
      for (const [label, value] of Object.entries(typed)) {
        await signup.getByLabel(label, { exact: true }).pressSequentially(value);
      }
      for (const label of [words.password, words.repeatPassword]) {
        await signup.getByLabel(label, { exact: true }).fill(PASSWORD);
      }
      expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => page.goBack({ waitUntil: 'commit' }),
        () => page.reload(),
      ]) {
        await leave();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await openSignup(page, words);
        for (const [label, value] of Object.entries(typed)) {
          // The phone is shown in groups.
          const field = signup.getByLabel(label, { exact: true });
          await expect.poll(async () => (await field.inputValue()).replaceAll(' ', '')).toBe(value);
        }
        for (const label of [words.password, words.repeatPassword]) {
          await expect(signup.getByLabel(label, { exact: true })).toHaveValue('');
        }
      }

      // Nothing is kept once the account is created.
      await answer(page, '/users/register', {
        ...success({ code: '0123456789abcdef0123456789abcdef' }),
        status: 201,
      });
      for (const label of [words.password, words.repeatPassword]) {
        await signup.getByLabel(label, { exact: true }).fill(PASSWORD);
      }
      await signup.getByRole('button', { name: words.signUp }).click();
      await expect.poll(() => said).toContainEqual(expect.stringContaining(words.enterCode));
      expect(await draftIn(page)).toBeNull();
    });

    test('the email is carried from the login to the signup, back, and to a forgotten password', async ({ page }) => {
      await speak(page, language);
      await enterLogin(page, words);
      const dialog = page.getByRole('dialog');
      const login = dialog.getByLabel(words.emailOrPhone);
      await login.fill('ada@example.org');
      await dialog.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      const email = dialog.getByLabel(words.email, { exact: true });
      await expect(email).toHaveValue('ada@example.org');
      await email.fill('grace@example.org');
      await dialog.getByRole('button', { name: words.haveAccount }).click();
      await expect(login).toHaveValue('grace@example.org');
      await dialog.getByRole('button', { name: words.forgot }).click();
      await expect(dialog).toHaveAccessibleName(words.forgotTitle);
      await expect(login).toHaveValue('grace@example.org');
      await login.fill('hopper@example.org');
      await dialog.getByRole('button', { name: words.back, exact: true }).click();
      await expect(dialog).toHaveAccessibleName(words.loginTitle);
      await expect(login).toHaveValue('hopper@example.org');
    });

    test('“Why my phone?” opens the FAQ at the question, and leads back to what was typed', async ({ page }) => {
      await speak(page, language);
      const signup = await openSignup(page, words, true);
      await signup.getByLabel(words.name, { exact: true }).fill('Ada');
      await signup.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      const why = signup.getByRole('button', { name: words.whyPhone });
      const faq = page.getByRole('dialog', { name: words.faqTitle });
      for (const leave of [
        () => faq.getByRole('button', { name: words.backToForm }).click(),
        () => page.goBack({ waitUntil: 'commit' }),
        () => page.keyboard.press('Escape'),
      ]) {
        await why.focus();
        await page.keyboard.press('Enter');
        const question = faq.locator('summary', { hasText: words.phoneQuestion });
        await expect(question).toBeFocused();
        await expect(faq.locator('details[open]')).toHaveCount(1);
        await expect(faq.locator('details[open]')).toContainText(words.phoneQuestion);
        await leave();
        await expect(faq).toHaveCount(0);
        await expect(why).toBeFocused();
        await expect(signup.getByLabel(words.name, { exact: true })).toHaveValue('Ada');
        // The form stayed open behind the FAQ, so the password is there as well.
        await expect(signup.getByLabel(words.password, { exact: true })).toHaveValue(PASSWORD);
      }
    });

    test('fits the screen of a laptop, and the labels of the switch wrap evenly', async ({ page }) => {
      await speak(page, language);
      await page
        .getByRole('button', { name: words.voteFor('') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      const signup = page.getByRole('dialog', { name: words.signupTitle });
      await expect(signup).toContainText(words.choice('').trim());
      await page.evaluate(() => document.fonts.ready);
      if (width === 1440) {
        const box = await signup.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? HEIGHT)).toBeLessThanOrEqual(HEIGHT);
        expect(await signup.evaluate((it) => it.parentElement?.scrollHeight)).toBe(HEIGHT);
      }
      for (const name of [words.haveAccount, words.noAccount]) {
        const lines = await signup.getByRole('button', { name }).evaluate((button) => {
          const text = document.createRange();
          text.selectNodeContents(button);
          return [...text.getClientRects()].map((line) => line.width);
        });
        expect(lines.length).toBeLessThanOrEqual(2);
        // No single word is left over on a line.
        expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.5);
      }
    });
  });
}

for (const language of LANGUAGES) {
  const words = wordsByLanguage[language];
  test(`every visitor can read the FAQ from the footer and the overview, ${language}`, async ({ page }) => {
    await speak(page, language);
    const faq = page.getByRole('dialog', { name: words.faqTitle });
    for (const place of [page.getByRole('contentinfo'), page.locator('#overview')]) {
      const button = place.getByRole('button', { name: words.faqTitle });
      for (const press of [() => button.click(), () => button.press('Enter')]) {
        await press();
        await expect(faq.locator('summary').first()).toBeFocused();
        await expect(faq.getByRole('button', { name: words.backToForm })).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(faq).toHaveCount(0);
        await expect(button).toBeFocused();
      }
    }
  });
}

test('what was typed is forgotten by a logout', async ({ page }) => {
  const words = wordsByLanguage.en;
  await openWithLanguage(page, 'en');
  await fakeLogin(page, []);
  await answer(page, '/users/logout', { status: 200, body: { success: true } });
  await page.goto('/');
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    TAB_STORAGE_KEYS.accountDraft,
    JSON.stringify({ email: SOMEONE.email }),
  ] as const);
  await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await draftIn(page)).toBeNull();
});
