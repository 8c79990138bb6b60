import { LANGUAGES } from '@laurel/contracts/languages';
import type { Page } from '@playwright/test';
import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { enlarge, expectFits, expectSheetFits, NARROW } from './site/large-text.ts';
import { EVERYTHING } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import * as screens from './site/screens.ts';
import { speak } from './site/show-in.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { wordsByLanguage } from './site/words.ts';

// Text of twice the size (WCAG 1.4.4) on a phone of 360 px: nothing is cut off, no word is broken, nothing scrolls sideways,
// and what is higher than the screen scrolls. visual.spec.ts has the steps, phases.spec.ts the other phases.

test.use({ viewport: { width: NARROW, height: 740 } });

/** Closes the open dialog. */
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('what a visitor sees fits a phone with text of twice the size, in both languages', async ({
  page,
  consoleErrors,
}) => {
  await openWithLanguage(page, 'en');
  await page.goto('/');
  await enlarge(page);
  const search = page.getByRole('search');
  const dialog = page.getByRole('dialog');
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const part of await page.locator('header, main > section, footer').all()) {
      await part.scrollIntoViewIfNeeded();
      await expectFits(part, language);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW);
    }
    await search.getByRole('combobox').fill('o');
    await expect(search.getByRole('option').first()).toBeVisible();
    await expectFits(search, 'found');
    await search.getByRole('combobox').fill('qqqq');
    await expect(search.getByRole('status')).not.toBeEmpty();
    await expectFits(search, 'nothing found');
    await search.getByRole('combobox').fill('');

    await page.getByRole('contentinfo').getByRole('button', { name: wordsByLanguage[language].faqTitle }).click();
    for (const question of await dialog.locator('summary, [aria-expanded=false]').all()) await question.click();
    await expectSheetFits(dialog, 'questions');
    await close(page);
  }

  await screens.signup.reach({ page, words: wordsByLanguage.uk, dialog });
  await dialog.getByRole('button', { name: /Вибрати іншу країну/ }).click();
  await expect(dialog.getByRole('listbox').getByRole('option').nth(100)).toBeAttached();
  for (const language of LANGUAGES) {
    await speak(page, language);
    await expectSheetFits(dialog, 'countries');
  }
  ignoreRefusals(consoleErrors);
});

test('what a voter sees fits a phone with text of twice the size, in both languages', async ({ page }) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await knowVotes(page, (await everyVote(page)).slice(0, 1));
  await page.goto('/');
  await enlarge(page);
  const dialog = page.getByRole('dialog');
  const pill = pillOf(page);
  await expect(pill).toContainText('1');
  for (const language of LANGUAGES) {
    await speak(page, language);
    await expectFits(pill, 'pill');
    await expectFits(page.locator('#best-partner'), 'voted');
    // It links to a video; the nominee of visual.spec.ts has a picture.
    await page.locator('#best-partner li[data-company=velvet-key]').getByRole('heading').getByRole('button').click();
    await expectSheetFits(dialog, 'a nominee');
    await close(page);
    await page.getByRole('button', { name: wordsByLanguage[language].account(SOMEONE.name) }).click();
    await expectFits(dialog, 'menu');
    await expectFits(page.getByRole('banner'), 'banner');
    await close(page);
  }
});
