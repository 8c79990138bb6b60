import type { Page } from '@playwright/test';
import { firstVote } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { confirmMailbox } from './site/voter.ts';
import { english, wordsByLanguage } from './site/words.ts';

const PASSWORD = 'Secret1!';
const HEIGHT = 900;

/** Opens the signup from the page. */
const openSignup = async (page: Page, first = false) => {
  await page.getByRole('banner').getByRole('button', { name: english.logIn }).click();
  await page.getByRole('dialog').getByRole('button', { name: english.noAccount }).click();
  if (first) await confirmMailbox(page, english);
  const signup = page.getByRole('dialog', { name: english.signupTitle });
  await expect(signup.getByLabel(english.name, { exact: true })).toBeFocused();
  return signup;
};

test('“Why my phone?” opens the FAQ in front of the signup, and leads back to what was typed', async ({ page }) => {
  await page.goto('/');
  const signup = await openSignup(page, true);
  const password = signup.getByLabel(english.password, { exact: true });
  await password.fill(PASSWORD);
  const why = signup.getByRole('button', { name: english.whyPhone });
  const faq = page.getByRole('dialog', { name: english.faqTitle });
  for (const leave of [
    () => faq.getByRole('button', { name: english.backToForm }).click(),
    () => page.goBack({ waitUntil: 'commit' }),
    () => page.keyboard.press('Escape'),
  ]) {
    await why.press('Enter');
    await expect(faq.locator('summary', { hasText: english.phoneQuestion })).toBeFocused();
    await leave();
    await expect(faq).toHaveCount(0);
    await expect(why).toBeFocused();
    // The form stayed open behind the FAQ, so the password is there as well.
    await expect(password).toHaveValue(PASSWORD);
  }
});

for (const [language, width] of RUNS) {
  const words = wordsByLanguage[language];
  test.describe(`the signup, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: HEIGHT } });

    test('fits the screen of a laptop, and the labels of the switch wrap evenly', async ({ page }) => {
      await page.goto('/');
      if (language === 'uk') await page.getByRole('button', { name: 'UA', exact: true }).click();
      await firstVote(page, words).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      const signup = page.getByRole('dialog', { name: words.signupTitle });
      await expect(signup.getByRole('img', { name: words.choice('').trim() })).toBeVisible();
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
