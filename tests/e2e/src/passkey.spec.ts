import type { Page } from '@playwright/test';
import { addAuthenticator } from './site/authenticator.ts';
import { findings } from './site/axe.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { openLogin, submitLogin } from './site/log-in.ts';
import { enter, newMember } from './site/member.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { appCodeAt, createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

const rules = ['twoFactor: [totp, passkey]'];
test.use({
  viewport: { width: 360, height: 740 },
  schedule: [{ opensIn: -1, closesIn: 24, announcedIn: 48, visibility: 'live', rules }, { scope: 'worker' }],
});

const openChoice = async (page: Page, origin: string) => {
  const person = newPerson('Ada Lovelace');
  const voter = createVoter(page, words, origin);
  const dialog = await openLogin(page);
  await voter.signUp(person);
  await voter.confirmEmail();
  await expect(dialog.getByRole('heading', { name: 'Protect your vote' })).toBeVisible();
  return { person, voter, dialog };
};

test('a phone is the second factor with one tap: at the setup, for a text message, and at the next login', async ({
  page,
  origin,
  consoleErrors,
}) => {
  await addAuthenticator(page);
  const { person, dialog } = await openChoice(page, origin);
  await expect(dialog.getByRole('button', { name: 'Use this phone' })).toBeFocused();
  expect(await findings(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog.locator('li code')).toHaveCount(10);
  await dialog.getByRole('button', { name: words.saved }).click();

  // After a quarter of an hour a text message needs the factor again.
  await expect(dialog.getByRole('button', { name: words.send })).toBeVisible();
  await passServerTime(origin, 16 * 60_000);
  await dialog.getByRole('button', { name: words.send }).click();
  await dialog.getByRole('button', { name: 'Confirm with the device' }).click();
  await expect(dialog.getByLabel(words.smsCode, { exact: true })).toBeVisible();

  // A browser that does not know the account.
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const login = await openLogin(page);
  await submitLogin(login, person.password, person.email);
  await expect(login.getByRole('button', { name: 'Use a code instead' })).toBeVisible();
  expect(await findings(page, '[role=dialog]')).toEqual([]);
  await login.getByRole('button', { name: 'Confirm with the device' }).click();
  await expect(login.getByText(`You are logged in, ${person.name}.`)).toBeVisible();
  ignoreRefusals(consoleErrors);
});

test('an account with an app adds the phone', async ({ page, origin }) => {
  await addAuthenticator(page);
  const { person, secret, ...session } = await newMember(origin, 'Grace Hopper');
  await enter(page, session);
  await passServerTime(origin, 30_000);
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'Add a device or app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.appCode, { exact: true }).fill(await appCodeAt(origin, secret));
  await expect(dialog.getByRole('button', { name: 'Use this phone' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Use an authenticator app' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  // The other way, which the account has too.
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'New backup codes' }).click();
  await dialog.getByRole('button', { name: 'Confirm with the device' }).click();
  await expect(dialog.locator('li code')).toHaveCount(10);
});

test('a device is removed from the account with the app, and the last one stays', async ({
  page,
  origin,
  consoleErrors,
}) => {
  await addAuthenticator(page);
  const { dialog, person } = await openChoice(page, origin);
  await dialog.getByRole('button', { name: 'Use this phone' }).click();
  await dialog.getByRole('button', { name: words.saved }).click();
  await expect(dialog.getByRole('button', { name: words.send })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'Your devices' }).click();
  await expect(dialog.getByText('your account needs one')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'Add a device or app' }).click();
  await dialog.getByRole('button', { name: 'Confirm with the device' }).click();
  await dialog.getByRole('button', { name: 'Use an authenticator app' }).click();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('button', { name: words.goOn }).click();
  await dialog.getByLabel(words.appCode, { exact: true }).fill(await appCodeAt(origin, secret));
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'Your devices' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await findings(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Confirm with the device' }).click();
  await expect(dialog.getByText('The device is removed')).toBeVisible();
  await submitLogin(dialog, person.password, person.email);
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeVisible();
  ignoreRefusals(consoleErrors);
});

test('somebody who does not confirm is told so, and may link an app', async ({ page, origin }) => {
  const show = await addAuthenticator(page);
  await show(false);
  const { dialog, voter } = await openChoice(page, origin);
  await dialog.getByRole('button', { name: 'Use this phone' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was confirmed');
  await dialog.getByRole('button', { name: 'Use an authenticator app' }).click();
  expect(await voter.linkAuthenticator()).toHaveLength(10);
});
