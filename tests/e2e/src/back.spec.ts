import type { Page } from '@playwright/test';
import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { holdClock } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { runAt } from './site/runs.ts';
import * as screens from './site/screens.ts';
import { STEP_LOOKS } from './site/step-looks.ts';
import { confirmMailbox } from './site/voter.ts';
import { announceWinners, everyVote, knowVotes, pillOf, recordVote } from './site/votes.ts';
import { type Words, english as words, wordsByLanguage } from './site/words.ts';

// The browser's Back goes one step back in an open dialog, closes it at its first step, as users expect on a phone, and
// otherwise leaves the page.

/** Marks the document to detect a reload. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const expectSamePage = async (page: Page) => {
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
  await expect(page).toHaveURL('/');
};

/** Presses Back. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('Back closes the front dialog, then the modal, and then leaves the page', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto('/');
  await mark(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('textbox').first().fill('ada@example.org');
  await dialog.getByRole('button', { name: words.support }).click();
  await confirmMailbox(page, words);
  await expect(page.getByRole('dialog', { name: 'What went wrong?' })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('dialog', { name: words.loginTitle })).toBeVisible();
  await expect(dialog.getByRole('textbox').first()).toHaveValue('ada@example.org');
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await expectSamePage(page);
  await expect(page.getByRole('button', { name: words.logIn })).toBeFocused();
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('Back leaves the page at once if every modal was closed by its button', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole('button', { name: words.logIn }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

/** The presses of Back that lead from a screen to the page, if a step of its modal is before it. */
const PRESSES: { readonly [What in keyof typeof screens]?: number } = {
  forgotPassword: 2,
  newPassword: 3,
  emailCode: 2,
  setup: 2,
  secondFactor: 2,
  phoneRequestWithCode: 2,
};

for (const [place, [what, screen]] of Object.entries(screens).entries()) {
  const [language, width] = runAt(place);
  const presses = Object.entries(PRESSES).find(([each]) => each === what)?.[1] ?? 1;
  test(`Back leads to the first step, then closes the modal and stays on the page: ${what}, ${language}, ${width} px`, async ({
    page,
    consoleErrors,
  }) => {
    const dialog = page.getByRole('dialog');
    await page.setViewportSize({ width, height: 800 });
    await openWithLanguage(page, language);
    if (screen.verified) await fakeLogin(page, screen.verified);
    await page.goto('/');
    await mark(page);
    await screen.reach({ page, words: wordsByLanguage[language], dialog });
    for (let times = 0; times < presses; times += 1) {
      await expect(dialog).toBeVisible();
      const title = await dialog.getByRole('heading').first().textContent();
      await goBack(page);
      if (times < presses - 1) await expect(dialog.getByRole('heading').first()).not.toHaveText(title ?? '');
    }
    await expect(dialog).toHaveCount(0);
    await expectSamePage(page);
    ignoreRefusals(consoleErrors);
  });
}

/** Modals that no step of the journey reaches. */
const OTHERS = {
  faq: (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: words.faqTitle }).click(),
  signup: async (page: Page) => {
    await page.getByRole('button', { name: words.logIn }).click();
    await page.getByRole('button', { name: words.noAccount }).click();
    await confirmMailbox(page, words);
    await expect(page.getByRole('dialog', { name: words.signupTitle })).toBeVisible();
  },
  mailboxWarning: async (page: Page) => {
    await page.getByRole('button', { name: words.logIn }).click();
    await page.getByRole('button', { name: words.noAccount }).click();
    await expect(page.getByRole('checkbox', { name: words.mailboxTick })).toBeVisible();
  },
};
for (const [what, show] of Object.entries(OTHERS)) {
  test(`Back closes the modal, and then leaves the page: ${what}`, async ({ page }) => {
    await page.goto('about:blank');
    await page.goto('/');
    await mark(page);
    await show(page);
    await goBack(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectSamePage(page);
    await goBack(page);
    await expect(page).toHaveURL('about:blank');
  });
}

const MY_VOTES = /^(My votes|Мої голоси)$/;

/** Modals about votes and winners, what the page knows before, and how each opens. */
const ABOUT_VOTES = {
  voted: {
    open: async (page: Page, said: Words) => {
      const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' };
      const button = page.locator('li[data-company=copperfinch]').getByRole('button', { name: said.voteFor('') });
      await button.click();
      await recordVote(page, vote, [vote]);
      await page.getByRole('button', { name: said.cast }).click();
      await expect(page.getByRole('dialog')).toHaveAccessibleName(said.doneTitle);
    },
  },
  finished: {
    votes: true,
    open: async (page: Page, said: Words) => {
      await pillOf(page).getByRole('button').click();
      await expect(page.getByRole('dialog')).toHaveAccessibleName(said.finishedTitle);
    },
  },
  myVotes: {
    open: async (page: Page, said: Words) => {
      await page.getByRole('button', { name: said.account(SOMEONE.name) }).click();
      await page.getByRole('button', { name: MY_VOTES }).click();
      await expect(page.getByRole('dialog', { name: MY_VOTES })).toBeVisible();
    },
  },
  winnerCard: {
    announced: true,
    open: async (page: Page) => {
      await page.locator('#winners section button').first().click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
} as const;

for (const [place, [what, modal]] of Object.entries(ABOUT_VOTES).entries()) {
  const [language, width] = runAt(place);
  test(`Back closes the modal and stays on the page: ${what}, ${language}, ${width} px`, async ({ page }) => {
    const dialog = page.getByRole('dialog');
    await page.setViewportSize({ width, height: 800 });
    await openWithLanguage(page, language);
    await fakeLogin(page, EVERYTHING);
    if ('votes' in modal) await knowVotes(page, await everyVote(page));
    await holdClock(page);
    await page.goto('/');
    if ('announced' in modal) await announceWinners(page);
    await mark(page);
    await modal.open(page, wordsByLanguage[language]);
    await goBack(page);
    await expect(dialog).toHaveCount(0);
    await expectSamePage(page);
  });
}

test('Back from a forgotten password returns to the login with the email', async ({ page }) => {
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('button', { name: words.forgot }).click();
  await expect(dialog).toHaveAccessibleName(words.forgotTitle);
  await dialog.getByLabel(words.emailOrPhone).pressSequentially('ada@example.org');
  await goBack(page);
  await expect(dialog).toHaveAccessibleName(words.loginTitle);
  await expect(dialog.getByLabel(words.emailOrPhone)).toHaveValue('ada@example.org');
});

test('Back leads from a step that is open again after a reload to the login, then closes it', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await screens.secondFactor.reach({ page, words, dialog });
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
  await page.reload();
  await mark(page);
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
  await goBack(page);
  await expect(dialog.getByLabel(words.emailOrPhone)).toHaveValue(SOMEONE.email);
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await expectSamePage(page);
});

test('Back does not close backup codes: they are shown once', async ({ page, consoleErrors }) => {
  const codes = STEP_LOOKS.find(({ what }) => what === 'backup-codes');
  await openWithLanguage(page, 'en');
  await page.goto('/');
  await mark(page);
  await codes?.show(page, words);
  const shown = page.getByRole('dialog').locator('li code');
  for (let times = 0; times < 2; times += 1) {
    await goBack(page);
    await expect(shown).toHaveCount(10);
    await expectSamePage(page);
  }
  await page.getByRole('button', { name: words.saved }).click();
  ignoreRefusals(consoleErrors);
});
