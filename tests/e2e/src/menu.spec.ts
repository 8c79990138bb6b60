import { kept, openAccount } from './site/account.ts';
import { holdBack } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { confirmMailbox } from './site/voter.ts';
import { english as words } from './site/words.ts';

// What it says is tested in apps/web/src/app/avatar-menu.dom.test.tsx.
test('LP-10 LP-11 LP-14 LP-15 the menu closes on a click outside, asks once before the FAQ, and logs out behind the loader', async ({
  page,
  site,
}) => {
  const account = await openAccount(site.origin, {});
  await enter(page, account);
  const label = words.account(account.user.name);
  const avatar = page.getByRole('button', { name: label });
  const menu = page.getByRole('dialog', { name: label });
  const { width, height } = (await avatar.boundingBox()) ?? { width: 0, height: 1 };
  expect(width).toBe(height);
  await expect(avatar).toHaveCSS('border-radius', '50%');
  await avatar.click();
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

  const faq = page.getByRole('dialog', { name: words.faqTitle });
  for (const asks of [true, false]) {
    await avatar.click();
    await menu.getByRole('button', { name: 'FAQ' }).click();
    if (asks) {
      await expect(page.getByRole('dialog', { name: 'Can you get our email?' })).toBeVisible();
      await expect(faq).toHaveCount(0);
      expect(await kept(page, 'supportWarningConfirmed')).toBeNull();
      await confirmMailbox(page, words);
    }
    await expect(faq).toBeVisible();
    expect(await kept(page, 'supportWarningConfirmed')).toBe('true');
    await page.keyboard.press('Escape');
    await expect(faq).toHaveCount(0);
    await expect(avatar).toBeFocused();
  }

  const release = await holdBack(page, '**/api/users/logout');
  await avatar.click();
  await menu.getByRole('button', { name: words.logOut }).click();
  const loader = page.locator('[data-loader]');
  await expect(loader).toBeVisible();
  release();
  const logIn = page.getByRole('button', { name: words.logIn });
  await expect(logIn).toBeFocused();
  await expect(loader).toHaveCount(0);
  expect([await kept(page, 'authToken'), await kept(page, 'currentUser')]).toEqual([null, null]);
  expect((await account.client.call('GET', '/users/info')).status).toBe(401);
});
