import { LANGUAGES } from '@laurel/contracts/languages';
import type { Page } from '@playwright/test';
import { fakeLogin, fakeUserInfo, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { enlarge, expectFits, expectSheetFits, NARROW } from './site/large-text.ts';
import { EVERYTHING } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import * as screens from './site/screens.ts';
import { STEP_LOOKS } from './site/step-looks.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { wordsByLanguage } from './site/words.ts';

// Text of twice the size (WCAG 1.4.4) on a phone of 360 px: nothing is cut off, no word is broken, nothing scrolls sideways,
// and what is higher than the screen scrolls. The other phases are in large-text-phases.spec.ts.

test.use({ viewport: { width: NARROW, height: 740 } });

/** The words that only these tests look for. */
const WORDS = {
  en: {
    country: /Choose another country/,
    myVotes: 'My votes',
    picks: 'My picks',
  },
  uk: {
    country: /Вибрати іншу країну/,
    myVotes: 'Мої голоси',
    picks: 'Мій вибір',
  },
} as const;

/** Closes the open dialog. */
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

for (const language of LANGUAGES) {
  const words = wordsByLanguage[language];
  const { country, myVotes, picks } = WORDS[language];

  test(`the page fits a phone with text of twice the size, ${language}`, async ({ page }) => {
    await openWithLanguage(page, language);
    await page.goto('/');
    await enlarge(page);
    for (const part of await page.locator('header, main > section, footer').all()) {
      await part.scrollIntoViewIfNeeded();
      await expectFits(part);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW);
    }
  });

  test(`the search, the countries and the answers fit a phone with text of twice the size, ${language}`, async ({
    page,
    consoleErrors,
  }) => {
    await openWithLanguage(page, language);
    await page.goto('/');
    await enlarge(page);
    const search = page.getByRole('search');
    await search.getByRole('combobox').fill('o');
    await expect(search.getByRole('option').first()).toBeVisible();
    await expectFits(search, 'found');
    await search.getByRole('combobox').fill('qqqq');
    await expect(search.getByRole('status')).not.toBeEmpty();
    await expectFits(search, 'nothing found');

    await page.getByRole('contentinfo').getByRole('button', { name: words.faqTitle }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName(words.faqTitle);
    for (const question of await dialog.locator('summary, [aria-expanded=false]').all()) await question.click();
    await expectSheetFits(dialog, 'questions');
    await close(page);

    await screens.signup.reach({ page, words, dialog });
    await dialog.getByRole('button', { name: country }).click();
    await expect(dialog.getByRole('listbox').getByRole('option').nth(100)).toBeAttached();
    await expectSheetFits(dialog, 'countries');
    ignoreRefusals(consoleErrors);
  });

  test(`what a voter sees fits a phone with text of twice the size, ${language}`, async ({ page }) => {
    await openWithLanguage(page, language);
    await fakeLogin(page, EVERYTHING);
    const votes = await everyVote(page);
    await knowVotes(page, votes.slice(0, 1));
    await page.goto('/');
    await enlarge(page);
    const dialog = page.getByRole('dialog');
    const pill = pillOf(page);
    await expect(pill).toContainText('1');
    await expectFits(pill, 'pill');
    await expectFits(page.locator('#best-partner'), 'voted');

    for (const tag of ['northlight-partners', 'velvet-key']) {
      await page.locator(`#best-partner li[data-company=${tag}]`).getByRole('heading').getByRole('button').click();
      await expectSheetFits(dialog, tag);
      await close(page);
    }

    await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
    await expectFits(dialog, 'menu');
    await expectFits(page.getByRole('banner'), 'banner');
    await dialog.getByRole('button', { name: myVotes }).click();
    await expect(dialog).toHaveAccessibleName(myVotes);
    await expectSheetFits(dialog, 'my votes');
    await close(page);

    await knowVotes(page, votes);
    await page.reload();
    await enlarge(page);
    await pill.getByRole('button', { name: picks }).click();
    await expect(dialog).toHaveAccessibleName(words.finishedTitle);
    await expectSheetFits(dialog, 'finished');
  });

  test(`the menu fits a phone with text of twice the size, ${language}`, async ({ page }) => {
    await openWithLanguage(page, language);
    await fakeLogin(page, ['PHONE']);
    await page.goto('/');
    await enlarge(page);
    await expect(pillOf(page).getByRole('button')).toContainText(/\d/);
    await expectFits(pillOf(page), 'pill');
    await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
    await expectFits(page.getByRole('dialog'));
  });

  for (const [what, screen] of Object.entries(screens)) {
    test(`the step fits a phone with text of twice the size, ${language}: ${what}`, async ({ page, consoleErrors }) => {
      const dialog = page.getByRole('dialog');
      await openWithLanguage(page, language);
      if (screen.verified) await fakeLogin(page, screen.verified);
      await page.goto('/');
      await screen.reach({ page, words, dialog });
      await enlarge(page);
      await expect(dialog).toBeVisible();
      await expectSheetFits(dialog, what);
      ignoreRefusals(consoleErrors);
    });
  }

  for (const look of STEP_LOOKS.filter(({ what }) =>
    ['linking', 'backup-codes', 'vote-cast', 'vote-refused'].includes(what),
  )) {
    test(`the step fits a phone with text of twice the size, ${language}: ${look.what}`, async ({
      page,
      consoleErrors,
    }) => {
      await openWithLanguage(page, language);
      if (look.verified) await fakeLogin(page, look.verified);
      else await fakeUserInfo(page, []);
      await page.goto('/');
      await look.show(page, words);
      await enlarge(page);
      await expectSheetFits(page.getByRole('dialog'), look.what);
      if (look.what === 'backup-codes') await page.getByRole('button', { name: words.saved }).click();
      ignoreRefusals(consoleErrors);
    });
  }
}
