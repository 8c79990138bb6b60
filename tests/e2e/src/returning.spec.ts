import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { noteDialogs } from './site/said.ts';
import { createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

/** This journey causes error responses on purpose, and the browser logs each of them. */
const REFUSAL = /Failed to load resource: the server responded with a status of 4\d\d/;

test('LG-02 LG-03 LG-06 SO-01 resumes twice, connects Instagram, and logs in on another device', {
  tag: '@journey',
}, async ({ page, browser, site, consoleErrors }) => {
  const person = newPerson('Grace Hopper');
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  const said = await noteDialogs(page);
  const logIn = async (password: string) => {
    await dialog.getByLabel('Email or phone').fill(person.email);
    await dialog.getByLabel(words.password, { exact: true }).fill(password);
    await dialog.getByRole('button', { name: words.logIn }).click();
  };

  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await voter.signUp(person);
  await expect.poll(() => said).toContainEqual(expect.stringContaining(words.enterCode));

  // Interrupted before the code was entered. The login returns to it; a wrong password does not.
  await page.reload();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: words.logIn }).click();
  await logIn('Wrong1!x');
  await expect(dialog.getByText('The entered password is incorrect. Please try again')).toBeVisible();
  await logIn(person.password);
  await expect(dialog.getByText('Please verify your email using the code we sent you in the email')).toBeVisible();
  await dialog.getByLabel(words.emailCode).fill('000000');
  await expect(dialog.getByText('The code is incorrect. Check the email and try again.')).toBeVisible();
  await voter.enterEmailCode();

  // Interrupted again before the app was linked.
  await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
  await page.reload();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: words.logIn }).click();
  await logIn(person.password);
  await expect(dialog.getByText('You need to set up two-factor authentication')).toBeVisible();
  const [backupCode = ''] = await voter.linkAuthenticator();
  await voter.confirmPhone();

  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  await dialog.getByLabel('Instagram username').fill(`@grace.${person.email.slice(6, 14)}`);
  const submitted = page.waitForResponse('**/api/users/verification');
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const { data } = await (await submitted).json();
  await expect(dialog.getByText(data.proofCode)).toBeVisible();
  await expect(dialog.getByText('We will review your request and let you know by email')).toBeVisible();
  const kept = await page.evaluate(() => [
    localStorage.getItem('socialRequestId'),
    localStorage.getItem('telegramLink'),
  ]);
  expect(kept).toEqual([data.identifier, null]);
  await page.request.post('/dev/instagram', { data: { identifier: data.identifier, approved: true } });
  await expect.poll(() => said).toContainEqual(expect.stringContaining('Everything is ready'));

  // Another device: the password, then a backup code, which works once.
  const elsewhere = await browser.newPage({ baseURL: site.origin });
  const there = elsewhere.getByRole('dialog');
  const saidThere = await noteDialogs(elsewhere);
  await elsewhere.goto('/');
  await elsewhere.getByRole('button', { name: words.logIn }).click();
  await there.getByLabel('Email or phone').fill(person.phoneNumber);
  await there.getByLabel(words.password, { exact: true }).fill(person.password);
  await there.getByRole('button', { name: words.logIn }).click();
  await there.getByRole('button', { name: 'Use a backup code' }).click();
  await there.getByLabel('Backup code', { exact: true }).fill(backupCode.toLowerCase());
  await there.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => saidThere).toContainEqual(expect.stringContaining('Welcome back'));
  await expect(elsewhere.getByRole('button', { name: words.account(person.name) })).toContainText('GH');
  await elsewhere.close();

  ignoreErrors(consoleErrors, REFUSAL);
});
