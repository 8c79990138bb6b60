import { openAccount } from './site/account.ts';
import { chooseNominee, nominees } from './site/ballot.ts';
import { holdClock, passServerTime } from './site/clock.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { createVoter, timeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

const nominee = nominees.verdantReach;
const MINUTE_MS = 60_000;

// The other ways from a vote to a missing step: choose-vote.dom.test.ts, use-journey.dom.test.tsx and reducer.test.ts.
test('VO-05 a refused vote leads over a message, a backup code and the SMS to the social account, and is cast then', async ({
  page,
  site,
  consoleErrors,
}) => {
  const account = await openAccount(site.origin, {});
  // Long enough that the session’s code no longer suffices.
  await passServerTime(site.origin, 20 * MINUTE_MS);
  await holdClock(page);
  // A page that does not know what is missing casts the vote.
  const info = '**/api/users/info';
  await page.route(info, (route) => route.fulfill({ status: 500, json: { broken: true } }));
  await enter(page, account);
  await chooseNominee(page, nominee);
  await page.unroute(info);
  const refused = page.waitForResponse('**/api/vote');
  await page.getByRole('button', { name: words.cast }).click();
  expect((await refused).status()).toBe(403);

  const message = page.getByRole('dialog', { name: words.missingTitle });
  await expect(message).toContainText(words.bothMissing);
  await message.getByRole('button', { name: words.goOn }).click();
  const dialog = page.getByRole('dialog');
  const since = new Date((await timeAt(site.origin)).getTime() - 1_000);
  await dialog.getByRole('button', { name: words.send }).click();
  await expect(dialog.getByRole('heading', { name: 'First, a code from the app' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a backup code' }).click();
  const backupCode = dialog.getByLabel('Backup code', { exact: true });
  await backupCode.fill('AAAAAAAAAA');
  await dialog.getByRole('button', { name: words.send }).click();
  await expect(dialog.getByText('2FA code is invalid or expired')).toBeVisible();
  await backupCode.fill(account.backupCodes[0] ?? '');
  await dialog.getByRole('button', { name: words.send }).click();
  await dialog
    .getByLabel(words.smsCode, { exact: true })
    .fill(await account.client.codeSentTo(account.person.phoneNumber, since));
  await expect(page.getByRole('dialog', { name: words.socialTitle })).toBeVisible();
  await createVoter(page, words, site.origin).connectTelegram();

  // The pending vote is still the same.
  const confirm = page.getByRole('dialog', { name: words.confirmTitle(nominee.name) });
  await confirm.getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  ignoreErrors(consoleErrors, /the server responded with a status of (400|403|500)/);
});
