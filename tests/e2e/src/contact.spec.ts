import { openAccount } from './site/account.ts';
import { findings } from './site/axe.ts';
import { chooseUnverified, nominees } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { english as words } from './site/words.ts';

const rules = ['phone: { proof: telegram-contact }'];
test.use({
  viewport: { width: 360, height: 740 },
  schedule: [{ opensIn: -1, closesIn: 24, announcedIn: 48, visibility: 'live', rules }, { scope: 'worker' }],
});

test('a number shared in the bot confirms phone and Telegram, and the vote is next', async ({ page, site }) => {
  const account = await openAccount(site.origin, {});
  const dialog = page.getByRole('dialog');
  await enter(page, account);
  await chooseUnverified(page, nominees.copperfinch);
  const share = dialog.getByRole('button', { name: 'Share my number in Telegram' });
  await expect(share).toBeFocused();
  // Those without Telegram get a code.
  await expect(dialog.getByRole('button', { name: words.send })).toBeVisible();
  expect(await findings(page, '[role=dialog]')).toEqual([]);
  await share.click();
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Open the bot' }).click();
  const bot = await opened;

  // Not in the channel yet: the phone counts, and the page goes on to the social account.
  await bot.getByRole('button', { name: 'As non-member' }).click();
  await expect(bot.getByRole('status')).not.toBeEmpty();
  await expect(dialog).toHaveAccessibleName('Connect a social account');
  await bot.getByRole('button', { name: 'Confirm as member' }).click();
  await expect(page.getByRole('dialog', { name: words.confirmTitle(nominees.copperfinch.name) })).toBeVisible();
  await bot.close();
});
