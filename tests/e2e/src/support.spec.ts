import { STORAGE_KEYS } from '@laurel/contracts/storage';
import { expect, test } from './site/fixtures.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

/** Parses a mailto link like a mail program. */
const letterOf = (href: string | null) => {
  const { pathname, searchParams } = new URL(href ?? '');
  return { to: decodeURIComponent(pathname), subject: searchParams.get('subject'), body: searchParams.get('body') };
};

test('MD-11 asks about the mailbox before the first signup, and never again', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  const login = page.getByRole('dialog', { name: words.loginTitle });
  await login.getByRole('button', { name: words.noAccount }).click();
  const warning = page.getByRole('dialog', { name: 'Can you get our email?' });
  const confirm = warning.getByRole('button', { name: words.mailboxConfirm });
  const tick = warning.getByRole('checkbox', { name: words.mailboxTick });
  await expect(tick).toBeFocused();
  await expect(confirm).toBeDisabled();
  await tick.check();
  await expect(confirm).toBeEnabled();
  await tick.uncheck();
  await expect(confirm).toBeDisabled();

  // Going back does not count as a confirmation.
  await page.keyboard.press('Escape');
  await expect(warning).toHaveCount(0);
  const kept = () => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.supportWarningConfirmed);
  expect(await kept()).toBeNull();
  await page.getByRole('button', { name: words.logIn }).click();
  await login.getByRole('button', { name: words.noAccount }).click();
  await confirmMailbox(page, words);
  const signup = page.getByRole('dialog', { name: 'To cast your vote, please sign up' });
  await expect(signup).toBeVisible();
  expect(await kept()).toBe('true');

  await page.reload();
  await page.getByRole('button', { name: words.logIn }).click();
  await login.getByRole('button', { name: words.noAccount }).click();
  await expect(signup).toBeVisible();
});

test('MD-10 MD-11 opens a mail to support for each of six problems, and keeps the input', async ({ page }) => {
  await page.goto('/');
  const saved = { email: 'ada+vote@example.org', name: 'Ada', phoneNumber: '+380671234567', instagram: 'ada.lovelace' };
  await page.evaluate(
    ([key, data]) => localStorage.setItem(key ?? '', data ?? ''),
    [STORAGE_KEYS.signupData, JSON.stringify(saved)],
  );
  await page.getByRole('button', { name: words.logIn }).click();
  const login = page.getByRole('dialog', { name: words.loginTitle });
  await login.getByLabel('Email or phone').fill('half-typed');
  await login.getByRole('button', { name: words.support }).click();
  await expect(page.getByRole('dialog', { name: 'What went wrong?' })).toHaveCount(0);
  await confirmMailbox(page, words);
  const panel = page.getByRole('dialog', { name: 'What went wrong?' });
  const problems = panel.getByRole('listitem').getByRole('link');
  const names = [
    'The email didn’t arrive',
    'The code from the email doesn’t work',
    'The SMS didn’t arrive',
    'The code from the SMS doesn’t work',
    'Telegram can’t be connected',
    'Instagram can’t be connected',
  ];
  await expect(problems).toHaveText(names);
  for (const [index, problem] of names.entries()) {
    expect(letterOf(await problems.nth(index).getAttribute('href'))).toEqual({
      to: 'support@meridian-awards.example',
      subject: `Meridian Awards 2025: ${problem}`,
      body: `Problem: ${problem}\r\nEmail: ada+vote@example.org\r\nPhone: +380671234567\r\nInstagram: @ada.lovelace\r\n\r\n`,
    });
  }

  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(login.getByLabel('Email or phone')).toHaveValue('half-typed');
  await expect(login.getByRole('button', { name: words.support })).toBeFocused();
  await login.getByRole('button', { name: words.support }).click();
  await expect(panel).toBeVisible();
});
