import { readFile } from 'node:fs/promises';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, newMember } from './site/member.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { appCodeAt, createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

test('MD-08 MD-09 links an app by QR code or key, and shows the backup codes once', { tag: '@journey' }, async ({
  page,
  site,
  consoleErrors,
}) => {
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  const said = await noteDialogs(page);
  const title = dialog.getByRole('heading', { name: words.setupTitle });
  const key = async () => ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  const person = newPerson('Karen Spärck Jones');
  await voter.signUp(person);

  // Reloaded before the code from the mailbox is entered.
  await expect.poll(() => said).toContainEqual(expect.stringContaining(words.enterCode));
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await voter.enterEmailCode();

  await expect(title).toBeVisible();
  await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible();
  const { qrCode } = JSON.parse((await storedIn(page)).twoFactorSetup ?? '{}');
  const secret = new URL(qrCode).searchParams.get('secret') ?? 'none';
  expect(await key()).toBe(secret);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  for (const [name, host] of [
    ['App Store', 'https://apps.apple.com/'],
    ['Google Play', 'https://play.google.com/store/apps/'],
  ] as const) {
    expect(await dialog.getByRole('link', { name }).getAttribute('href')).toContain(host);
  }

  await dialog.getByRole('button', { name: words.goOn }).click();
  await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(title).toBeVisible();
  await expect(dialog.getByRole('img', { name: words.qr })).toBeVisible();

  // Reloaded before the app is linked: the same key.
  await page.reload();
  await expect(title).toBeVisible();
  expect(await key()).toBe(secret);

  await dialog.getByRole('button', { name: words.goOn }).click();
  const right = await appCodeAt(site.origin, secret);
  await dialog.getByLabel(words.appCode, { exact: true }).fill(right === '000000' ? '000001' : '000000');
  await expect(dialog.getByText('Invalid code. Please make sure the code you entered is valid.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Code still doesn’t work? Log in again' })).toBeVisible();
  await dialog.getByLabel(words.appCode, { exact: true }).fill(await appCodeAt(site.origin, secret));

  const shown = dialog.locator('li code');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5} [A-Z2-7]{5}$/);
  await dialog.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => said).toContainEqual(expect.stringMatching(`${codes.at(-1)}.*Copied`));
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')).toEqual(codes);
  const downloaded = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('backup-codes.txt');
  expect((await readFile(await file.path(), 'utf8')).split('\n')).toEqual([
    'Backup codes: Meridian Awards 2025',
    site.origin,
    `Account: ${person.email}`,
    '',
    expect.stringContaining('each of these codes lets you log in once'),
    '',
    ...codes,
    '',
  ]);

  // They do not close by accident, and are not shown again.
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(10);
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await dialog.getByRole('button', { name: words.saved }).click();
  await expect(dialog.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  expect(JSON.stringify(await storedIn(page))).not.toContain(codes[0]);
  expect((await storedIn(page)).twoFactorSetup).toBeUndefined();
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  await expect(page.getByText(codes[0] ?? 'none')).toHaveCount(0);
  ignoreRefusals(consoleErrors);
});

test('new backup codes replace those that a reload lost, and others from the menu', async ({
  page,
  site,
  consoleErrors,
}) => {
  const { person, secret, ...member } = await newMember(site.origin, 'Adele Goldberg');
  const dialog = page.getByRole('dialog');
  const shown = dialog.locator('li code');
  const field = dialog.getByLabel(words.appCode, { exact: true });
  await enter(page, member);
  const codes: string[] = [];
  const renew = async () => {
    await passServerTime(site.origin, 30_000);
    await field.fill(await appCodeAt(site.origin, secret));
    await expect(shown).toHaveCount(10);
    codes.push(...(await shown.allTextContents()));
  };
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: 'New backup codes' }).click();
  await renew();
  page.on('dialog', (asks) => void asks.accept());
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Your backup codes are gone' })).toBeVisible();
  await renew();
  expect(new Set(codes).size).toBe(20);
  expect(JSON.stringify(await storedIn(page))).not.toContain(codes[10]);
  await dialog.getByRole('button', { name: words.saved }).click();
  await expect(dialog.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  ignoreRefusals(consoleErrors);
});

test('LG-07 a code that was already accepted opens the setup with a new key', async ({ page, site, consoleErrors }) => {
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await voter.signUp(newPerson('Frances Allen'));
  // Accepted, but the response is lost.
  await page.route('**/api/users/verify-email', async (route) => {
    await route.fetch();
    await route.abort('aborted');
  });
  await voter.confirmEmail();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect((await storedIn(page)).requestId).toBeTruthy();
  await page.unroute('**/api/users/verify-email');

  await dialog.getByLabel(words.emailCode).fill('');
  await voter.enterEmailCode();
  await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
  const kept = await storedIn(page);
  expect(kept.requestId).toBeUndefined();
  expect(JSON.parse(kept.twoFactorSetup ?? '{}')).toEqual({
    requestKey: expect.stringMatching(/./),
    qrCode: expect.stringContaining('otpauth://totp/'),
  });
  await voter.linkAuthenticator();
  await expect(dialog.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  ignoreRefusals(consoleErrors);
});
