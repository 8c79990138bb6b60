import { savedBy } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { enterBackupCode, openLogin, submitLogin } from './site/log-in.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { appCodeAt, createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

test('LG-02 LG-03 LG-06 MD-08 MD-09 SO-01 is interrupted at each step, resumes, links an app, connects Instagram, and logs in on another device', {
  tag: '@journey',
}, async ({ page, browser, site, consoleErrors }) => {
  const person = newPerson('Grace Hopper');
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  const said = await noteDialogs(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const logIn = async (password: string) => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: words.logIn }).click();
    await submitLogin(dialog, password, person.email);
  };

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await voter.signUp(person);
  await expect.poll(() => said).toContainEqual(expect.stringContaining(words.enterCode));

  // Interrupted before the code was entered. The login returns to it; a wrong password does not.
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await logIn('Wrong1!x');
  await expect(dialog.getByText('The entered password is incorrect. Please try again')).toBeVisible();
  await submitLogin(dialog, person.password);
  await expect(dialog.getByText('Please verify your email using the code we sent you in the email')).toBeVisible();
  await dialog.getByLabel(words.emailCode).fill('000000');
  await expect(dialog.getByText('The code is incorrect. Check the email and try again.')).toBeVisible();
  await voter.enterEmailCode();

  // Interrupted again before the app was linked: the same key after a reload, and a reason after a login.
  const setup = dialog.getByRole('heading', { name: words.setupTitle });
  const shownKey = async () => ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expect(setup).toBeVisible();
  const { qrCode } = JSON.parse((await storedIn(page)).twoFactorSetup ?? '{}');
  expect(await shownKey()).toBe(new URL(qrCode).searchParams.get('secret'));
  await page.reload();
  await expect(setup).toBeVisible();
  expect(await shownKey()).toBe(new URL(qrCode).searchParams.get('secret'));
  await logIn(person.password);
  await expect(dialog.getByText('You need to set up two-factor authentication')).toBeVisible();

  await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible();
  const secret = await shownKey();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(clipboard).toBe(secret);
  for (const [name, host] of [
    ['App Store', 'https://apps.apple.com/'],
    ['Google Play', 'https://play.google.com/store/apps/'],
  ] as const) {
    expect(await dialog.getByRole('link', { name }).getAttribute('href')).toContain(host);
  }
  const appCode = dialog.getByLabel(words.appCode, { exact: true });
  await dialog.getByRole('button', { name: words.goOn }).click();
  await expect(appCode).toBeFocused();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible();
  await dialog.getByRole('button', { name: words.goOn }).click();
  await appCode.fill((await appCodeAt(site.origin, secret)) === '000000' ? '000001' : '000000');
  await expect(dialog.getByText('Invalid code. Please make sure the code you entered is valid.')).toBeVisible();
  await appCode.fill(await appCodeAt(site.origin, secret));

  // The backup codes are shown once. They do not close by accident.
  const shown = dialog.locator('li code');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await dialog.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(async () => (await clipboard()).trim().split('\n')).toEqual(codes);
  const file = await savedBy(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(file.name).toBe('backup-codes.txt');
  const lines = file.content.toString().split('\n');
  expect(lines.slice(0, 3)).toEqual(['Backup codes: Meridian Awards 2025', site.origin, `Account: ${person.email}`]);
  expect(lines.slice(-codes.length - 1)).toEqual([...codes, '']);
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(10);
  await dialog.getByRole('button', { name: words.saved }).click();
  const phone = dialog.getByRole('heading', { name: 'Confirm your phone' });
  await expect(phone).toBeVisible();
  expect(JSON.stringify(await storedIn(page))).not.toContain(codes[0]);
  await page.reload();
  await expect(phone).toBeVisible();
  await expect(page.getByText(codes[0] ?? 'none')).toHaveCount(0);
  await voter.confirmPhone();

  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  await dialog.getByLabel('Instagram username').fill(`@grace.${person.email.slice(6, 14)}`);
  const submitted = page.waitForResponse('**/api/users/verification');
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const { data } = await (await submitted).json();
  await expect(dialog.getByText(data.proofCode)).toBeVisible();
  await expect(dialog.getByText('We will review your request and let you know by email')).toBeVisible();
  const { socialRequestId, telegramLink } = await storedIn(page);
  expect([socialRequestId, telegramLink]).toEqual([data.identifier, undefined]);
  await page.request.post('/dev/instagram', { data: { identifier: data.identifier, approved: true } });
  await expect.poll(() => said).toContainEqual(expect.stringContaining('Everything is ready'));

  // Another device: the password, then a backup code, which works once.
  const elsewhere = await browser.newPage({ baseURL: site.origin });
  const saidThere = await noteDialogs(elsewhere);
  const there = await openLogin(elsewhere);
  await submitLogin(there, person.password, person.phoneNumber);
  await enterBackupCode(there, codes[0]?.toLowerCase());
  await expect.poll(() => saidThere).toContainEqual(expect.stringContaining('Welcome back'));
  await expect(elsewhere.getByRole('button', { name: words.account(person.name) })).toContainText('GH');
  await elsewhere.close();
  ignoreRefusals(consoleErrors);
});
