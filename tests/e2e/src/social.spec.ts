import { z } from 'zod';
import { openAccount } from './site/account.ts';
import { chooseUnverified, nominees } from './site/ballot.ts';
import { holdBack } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { createVoter } from './site/voter.ts';
import { wordsByLanguage } from './site/words.ts';

const words = wordsByLanguage.uk;
const nominee = nominees.verdantReach;
const submittedSchema = z.object({ data: z.object({ proofCode: z.string() }) });

test('SO-01 VO-04 the code to send is shown on another device, after a reload and in another tab, and Telegram instead', async ({
  page,
  context,
  site,
}) => {
  // Submitted on one device.
  const account = await openAccount(site.origin, { phone: true });
  const tag = `ada.${account.person.email.slice(6, 14)}`;
  const body = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag };
  const { proofCode } = submittedSchema.parse(
    (await account.client.call('POST', '/users/verification', body)).body,
  ).data;

  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, account, { language: 'uk' });
  const other = await context.newPage();
  await other.goto('/');
  for (const tab of [page, other]) {
    const dialog = tab.getByRole('dialog');
    const code = dialog.locator('code');
    await chooseUnverified(tab, nominee, 'uk');
    await expect(dialog).toHaveAccessibleName('Перевірка триває');
    await expect(dialog).toContainText('Чекаємо на ваше особисте повідомлення з кодом в Instagram.');
    const show = dialog.getByRole('button', { name: 'Показати мій код' });
    await expect(show).toBeFocused();
    await show.click();
    await expect(code).toHaveText(proofCode);
    await expect(dialog.getByRole('button', { name: 'Скопіювати' })).toBeFocused();
    await tab.reload();
    await expect(code).toHaveText(proofCode);
    expect(await tab.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(proofCode);
    await tab.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await other.close();

  await chooseUnverified(page, nominee, 'uk');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Підтвердити через Telegram' }).click();
  await expect(dialog.getByRole('button', { name: words.getLink })).toBeFocused();
  await createVoter(page, words, site.origin).connectTelegram();
  await expect(page.getByRole('dialog', { name: words.confirmTitle(nominee.name) })).toBeVisible();
});

test('the simulated bot takes a click only once its script listens', async ({ page, consoleErrors }) => {
  const release = await holdBack(page, '**/dev/dev.js');
  await page.goto('/dev/telegram', { waitUntil: 'commit' });
  const confirm = page.getByRole('button', { name: 'Confirm as member' });
  expect(await confirm.evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
  const clicked = confirm.click();
  release();
  await clicked;
  await expect(page.getByRole('status')).not.toBeEmpty();
  ignoreErrors(consoleErrors, /the server responded with a status of 400/);
});
