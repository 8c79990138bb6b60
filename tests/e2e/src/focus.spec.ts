import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, fakeUserInfo, openWithLanguage, success } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { type Run, runAt } from './site/runs.ts';
import { type Screen, signup, social } from './site/screens.ts';
import { english as words, wordsByLanguage } from './site/words.ts';

// The focus after the focused element changes or disappears. It is never on the dialog itself, where keyboard users would
// have to start again.

/** A pending verification and its log. */
const EVENT = 'b'.repeat(22);
const LOG = [{ verificationStatus: 'IN_PROGRESS', createdAt: '2025-11-20T18:00:00.000Z' }];

const open = async (page: Page, screen: Screen, [language, width]: Run = runAt(1)): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width, height: 800 });
  await openWithLanguage(page, language);
  if (screen.verified) await fakeLogin(page, screen.verified);
  await page.goto('/');
  await screen.reach({ page, words: wordsByLanguage[language], dialog });
  return dialog;
};

/** The names of buttons and fields. */
const USERNAME = { en: 'Instagram username', uk: 'Ім’я користувача в Instagram' };
const SUBMIT = { en: 'Submit my username', uk: 'Надіслати на перевірку' };
const AGAIN = { en: 'Start again with a new code', uk: 'Почати знову з новим кодом' };
const COPY = { en: 'Copy', uk: 'Скопіювати' };

test('Tab out of a field that becomes invalid leads to the next stop', async ({ page, consoleErrors }) => {
  const dialog = await open(page, signup);
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  for (const [left, next] of [
    [field(words.name), field(words.email)],
    [field(words.password), dialog.getByRole('button', { name: 'Show password' }).first()],
    [field(words.phone), dialog.getByRole('button', { name: words.signUp })],
  ] as const) {
    await left.fill('');
    await page.keyboard.press('Tab');
    await expect(left).toHaveAttribute('aria-invalid', 'true');
    await expect(next).toBeFocused();
  }
  ignoreRefusals(consoleErrors);
});

const pressByKeyboard = async (page: Page, button: Locator): Promise<void> => {
  await button.focus();
  await page.keyboard.press('Enter');
};

test('“Get link” focuses the link, a submitted username its code, and starting again the field', async ({
  page,
  consoleErrors,
}) => {
  const said = wordsByLanguage.uk;
  const dialog = await open(page, social, runAt(0));
  await dialog.getByRole('tab', { name: 'Telegram' }).click();
  const data = { code: EVENT, link: 'https://t.me/somewhere', expiresAt: '2100-01-01T00:00:00.000Z' };
  await answer(page, '/users/verification/telegram-link', success(data));
  // The server would answer 401 and so end the session.
  await answer(page, `/users/logs/${EVENT}`, success(LOG));
  await pressByKeyboard(page, dialog.getByRole('button', { name: said.getLink }));
  await expect(dialog.getByRole('link', { name: said.goToBot })).toBeFocused();

  await answer(page, social.path, success({ identifier: EVENT, proofCode: 'K7M2QX' }));
  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  await dialog.getByLabel(USERNAME.uk).fill('ada.lovelace');
  await pressByKeyboard(page, dialog.getByRole('button', { name: SUBMIT.uk }));
  await expect(dialog.getByText('K7M2QX')).toBeVisible();
  await expect(dialog.getByRole('button', { name: COPY.uk })).toBeFocused();
  await pressByKeyboard(page, dialog.getByRole('button', { name: AGAIN.uk }));
  await expect(dialog.getByLabel(USERNAME.uk)).toBeFocused();
  ignoreRefusals(consoleErrors);
});

test('a key that is held down from the previous step neither casts nor cancels a vote', async ({ page }) => {
  let votes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vote')) votes += 1;
  });
  await openWithLanguage(page, 'en');
  await fakeLogin(page, ['PHONE', 'TELEGRAM_SUBSCRIPTION']);
  await page.goto('/');
  await page
    .getByRole('button', { name: words.voteFor('') })
    .first()
    .focus();
  await page.keyboard.down('Enter');
  const back = page.getByRole('dialog').getByRole('button', { name: words.notYet });
  await expect(back).toBeFocused();
  // Each further keydown without a keyup is the repetition of a held key.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(back).toBeFocused();
  expect(votes).toBe(0);
});

test('a verification that completes in the background opens the vote with the focus on the way back', async ({
  page,
  consoleErrors,
}) => {
  let votes = 0;
  const dialog = await open(page, social);
  await answer(page, social.path, success({ identifier: EVENT, proofCode: 'K7M2QX' }));
  await answer(page, `/users/logs/${EVENT}`, success(LOG));
  const known = page.waitForResponse(`**/users/logs/${EVENT}`);
  await social.press({ page, words, dialog });
  await known;
  await expect(dialog.getByText('K7M2QX')).toBeVisible();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vote')) votes += 1;
  });
  await dialog.getByRole('button', { name: 'Copy' }).focus();
  await fakeUserInfo(page, ['PHONE', 'INSTAGRAM_SUBSCRIPTION']);
  const verified = { verificationStatus: 'VERIFIED', createdAt: '2025-11-20T18:01:00.000Z' };
  await answer(page, `/users/logs/${EVENT}`, success([...LOG, verified]));
  // The page reloads when it becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(dialog.getByRole('button', { name: words.notYet })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog).toHaveCount(0);
  expect(votes).toBe(0);
  ignoreRefusals(consoleErrors);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a focused dialog has no focus ring', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.logIn }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await page.keyboard.press('Tab');
    for (const part of [dialog, dialog.locator('[tabindex="-1"]').first()]) {
      await part.evaluate((element) => element instanceof HTMLElement && element.focus());
      await expect(part).toBeFocused();
      expect(await part.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
    }
  });
});
