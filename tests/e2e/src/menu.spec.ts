import type { Locator, Page } from '@playwright/test';
import { askTelegram, confirmInTelegram, kept, openAccount } from './site/account.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

const avatarOf = (page: Page, name: string): Locator => page.getByRole('button', { name: words.account(name) });
const menuOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name: words.account(name) });
const statusOf = (menu: Locator): Locator => menu.getByRole('listitem').last().locator('[data-verification]');

const openMenu = async (page: Page, { person }: Member): Promise<Locator> => {
  await avatarOf(page, person.name).click();
  const menu = menuOf(page, person.name);
  await expect(menu).toBeVisible();
  return menu;
};

test('LP-10 LP-11 I18-04 shows a user’s initials, and all known data in the menu', async ({ page, site }) => {
  const account = await openAccount(site.origin, {});
  const name = `Zoë & <b>"Q"</b> O'Neil`;
  await enter(page, account, {
    currentUser: JSON.stringify({ name, email: account.person.email, phoneNumber: account.person.phoneNumber }),
  });
  const avatar = avatarOf(page, name);
  await expect(avatar.locator('[aria-hidden]')).toHaveText('Z&');
  const { width, height } = (await avatar.boundingBox()) ?? { width: 0, height: 1 };
  expect(width).toBe(height);
  await expect(avatar).toHaveCSS('border-radius', '50%');

  const menu = menuOf(page, name);
  await avatar.click();
  await expect(menu.getByText(name, { exact: true })).toBeVisible();
  await expect(menu.getByRole('listitem')).toContainText([account.person.email, account.person.phoneNumber, 'social']);
  await expect(menu.getByRole('button')).toHaveText([
    'Finish: step 3 of 4',
    'My votes',
    'New backup codes',
    'FAQ',
    words.logOut,
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(avatar).toBeFocused();
  await avatar.click();
  await expect(menu).toBeVisible();
  // Radix listens for clicks outside only one task after the menu is drawn.
  await expect
    .poll(async () => {
      await page.mouse.click(20, 400);
      return menu.count();
    })
    .toBe(0);

  await enter(page, account, { currentUser: '{}' });
  await expect(avatarOf(page, 'unknown').locator('[aria-hidden]')).toHaveText('??');
  await avatarOf(page, 'unknown').click();
  const nobody = menuOf(page, 'unknown');
  await expect(nobody.getByText('unknown', { exact: true })).toBeVisible();
  await expect(nobody.getByRole('listitem').locator('bdi:first-child')).toHaveText(['no e-mail', 'no phone', 'social']);
});

test('LP-12 shows the status of the phone: checking, not verified, verified', async ({ page, site }) => {
  const account = await openAccount(site.origin, {});
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users/info', async (route) => {
    await held;
    await route.continue();
  });
  await enter(page, account);
  const phone = (await openMenu(page, account)).getByRole('listitem').nth(1);
  await expect(phone).toContainText('checking');
  release();
  await expect(phone).toContainText('not verified');
  await page.unrouteAll();

  const verified = await openAccount(site.origin, { phone: true });
  await enter(page, verified);
  const other = (await openMenu(page, verified)).getByRole('listitem').nth(1);
  await expect(other.locator('[data-verification]')).toHaveText('verified');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('LP-13 SO-08 shows the status of the social account: pending, retry, failed, verified', async ({
    page,
    site,
  }) => {
    const account = await openAccount(site.origin, {});
    await enter(page, account);
    await expect(statusOf(await openMenu(page, account))).toHaveText('not verified');

    const submitted = await account.client.call('POST', '/users/verification', {
      verificationType: 'INSTAGRAM_SUBSCRIPTION',
      tag: `ada.${account.person.email.slice(6, 14)}`,
    });
    const identifier = /"identifier":"([^"]+)"/.exec(JSON.stringify(submitted.body))?.[1] ?? '';
    await enter(page, account, { socialRequestId: identifier });
    const status = statusOf(await openMenu(page, account));
    await expect(status).toHaveText('in progress');
    await expect(status.locator('i')).toHaveCSS('animation-iteration-count', 'infinite');
    await account.client.call('POST', '/dev/instagram', { identifier, approved: false });
    await expect(status).toHaveText('failed');

    const eventId = await askTelegram(account);
    await enter(page, account, { socialRequestId: eventId });
    const again = await openMenu(page, account);
    await expect(statusOf(again)).toHaveText('in progress');
    await confirmInTelegram(account, eventId, false);
    await expect.poll(() => kept(page, 'socketStatus')).toContain('RETRY');
    await expect(statusOf(again)).toHaveText('in progress');
    await expect(statusOf(again).locator('i')).toBeVisible();

    const verified = await openAccount(site.origin, { social: true });
    await enter(page, verified);
    const menu = await openMenu(page, verified);
    await expect(statusOf(menu)).toHaveText('verified');
    await expect(menu.getByRole('listitem').last()).toContainText('Telegram');
  });
});

test('LP-14 warns once before the FAQ, and returns the focus to the avatar', async ({ page, site }) => {
  const account = await openAccount(site.origin, {});
  await enter(page, account);
  const faq = page.getByRole('dialog', { name: 'Questions and answers' });
  await (await openMenu(page, account)).getByRole('button', { name: 'FAQ' }).click();
  await expect(page.getByRole('dialog', { name: 'Can you get our email?' })).toBeVisible();
  await expect(faq).toHaveCount(0);
  expect(await kept(page, 'supportWarningConfirmed')).toBeNull();
  await confirmMailbox(page, words);
  await expect(faq).toBeVisible();
  expect(await kept(page, 'supportWarningConfirmed')).toBe('true');
  const answer = faq.getByText('A vote is final the moment you cast it');
  await expect(answer).toBeHidden();
  await faq.getByText('Can I change or take back a vote?').click();
  await expect(answer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(faq).toHaveCount(0);
  await expect(avatarOf(page, account.person.name)).toBeFocused();

  await page.reload();
  await (await openMenu(page, account)).getByRole('button', { name: 'FAQ' }).click();
  await expect(faq).toBeVisible();
});

test('LP-15 logs out behind the loader, clears all data, and ends the session on the server', async ({
  page,
  site,
}) => {
  const account = await openAccount(site.origin, {});
  await enter(page, account);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users/logout', async (route) => {
    await held;
    await route.continue();
  });
  expect((await account.client.call('GET', '/users/info')).status).toBe(200);
  await (await openMenu(page, account)).getByRole('button', { name: words.logOut }).click();
  const loader = page.locator('[data-loader]');
  await expect(loader).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  await expect(loader).toHaveCount(0);
  expect([await kept(page, 'authToken'), await kept(page, 'currentUser')]).toEqual([null, null]);
  expect((await account.client.call('GET', '/users/info')).status).toBe(401);
  await expect(page.getByRole('button', { name: words.logIn })).toBeFocused();
});
