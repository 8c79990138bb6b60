import { createVoterClient } from './journey/client.ts';
import { expect, test } from './site/fixtures.ts';
import { enterBackupCode, openLogin, submitLogin } from './site/log-in.ts';
import { enter, newMember } from './site/member.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { timeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

const NEW_PASSWORD = 'Changed2?';

test('resets the password by mail, across a reload, and ends every session', async ({
  page,
  browser,
  site,
  consoleErrors,
}) => {
  const { person, backupCodes, ...session } = await newMember(site.origin, 'Grace Hopper');
  const mailbox = createVoterClient(site.origin);
  await enter(page, session);
  await expect(page.getByRole('button', { name: words.account(person.name) })).toBeVisible();

  // Another browser, in which the user has forgotten the password.
  const elsewhere = await browser.newPage({ baseURL: site.origin });
  const said = await noteDialogs(elsewhere);
  const there = await openLogin(elsewhere);
  await there.getByLabel('Email or phone').fill(person.email);
  await there.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(there.getByLabel('Email or phone')).toHaveValue(person.email);
  const since = await timeAt(site.origin);
  await there.getByRole('button', { name: 'Send the code' }).click();
  await expect(there).toContainText(`If ${person.email} has an account, we sent a code to its email address.`);

  // The user reads the mail in another window; this one is reloaded meanwhile.
  const code = await mailbox.codeSentTo(person.email, since);
  await elsewhere.reload();
  await expect(there).toContainText('Choose a new password');
  await there.getByLabel(words.emailCode).fill(code === '000000' ? '000001' : '000000');
  await there.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await there.getByLabel(words.repeatPassword).fill(NEW_PASSWORD);
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there.getByText('The code is incorrect. Check the email and try again.')).toBeVisible();
  await expect(there.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);
  await there.getByLabel(words.emailCode).fill(code);
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there).toContainText('Your password is changed, and you are logged out on every device.');
  await expect(there.getByLabel('Email or phone')).toHaveValue(person.email);

  // The old password is invalid, and the device must be verified again.
  await submitLogin(there, person.password);
  await expect(there.getByText('The entered password is incorrect. Please try again')).toBeVisible();
  await submitLogin(there, NEW_PASSWORD);
  await enterBackupCode(there, backupCodes[0]);
  await expect.poll(() => said).toContainEqual(expect.stringContaining('Welcome back'));
  await elsewhere.close();

  // The open session has ended.
  await page.reload();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  const stored = await storedIn(page);
  expect([stored.authToken, stored.currentUser]).toEqual([undefined, undefined]);
  ignoreRefusals(consoleErrors);
});
