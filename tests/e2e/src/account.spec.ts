import { createVoterClient } from './journey/client.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { appCodeAt, confirmMailbox, createVoter, timeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

const NEW_PASSWORD = 'Changed2?';

/** A POST request of the page, with the names of the fields of its body. */
type Sent = { path: string; carried: string[] };

test('LG-01 LG-05 LG-08 LG-09 ER-11 signs up, verifies, links the app: each request has only its fields', async ({
  page,
  site,
  consoleErrors,
}) => {
  const person = newPerson('Ada Lovelace');
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  const said = await noteDialogs(page);
  const sent: Sent[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'POST' || !path.startsWith('/api/users/')) return;
    sent.push({ path, carried: Object.keys(request.postDataJSON() ?? {}).sort() });
  });

  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await voter.signUp(person);
  const opened = page.getByRole('dialog', { name: 'Account created' });
  const created = `Account createdWe sent a 6-digit code to ${person.email}.`;
  await expect.poll(() => said).toContainEqual(expect.stringContaining(created));

  // The message closes by itself and the code form opens.
  await expect(opened).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Confirm your email' })).toBeVisible();

  // The form was reset.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('button', { name: words.noAccount }).click();
  for (const label of [words.name, words.email, words.password, words.repeatPassword, words.phone]) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('');
  }

  await dialog.getByRole('button', { name: 'I already have an account' }).click();
  await dialog.getByLabel('Email or phone').fill(person.email);
  await dialog.getByLabel(words.password, { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: words.logIn }).click();
  await voter.enterEmailCode();
  await expect(dialog.getByText('Your email is confirmed.')).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('button', { name: words.goOn }).click();
  await dialog.getByLabel(words.appCode, { exact: true }).fill(await appCodeAt(site.origin, secret));
  await expect(dialog.getByText('Your authenticator app is linked.')).toBeVisible();
  await dialog.getByRole('button', { name: words.saved }).click();
  expect(sent).toEqual([
    { path: '/api/users/register', carried: ['email', 'name', 'password', 'phoneNumber'] },
    { path: '/api/users/login', carried: ['login', 'password', 'rememberMe'] },
    { path: '/api/users/verify-email', carried: ['code', 'requestId'] },
    { path: '/api/users/verify-otp', carried: ['otpCode', 'requestKey'] },
  ]);

  // A known device logs in with only the password; the message closes by itself, and the form is empty again.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByLabel('Email or phone').fill(person.phoneNumber);
  await dialog.getByLabel(words.password, { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: words.logIn }).click();
  const welcome = page.getByRole('dialog', { name: 'Welcome back' });
  await expect.poll(() => said).toContainEqual('Welcome backYou are logged in, Ada Lovelace.');
  await expect(welcome).toHaveCount(0);
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  await page.getByRole('button', { name: words.logIn }).click();
  await expect(dialog.getByLabel('Email or phone')).toHaveValue('');
  await expect(dialog.getByLabel(words.password, { exact: true })).toHaveValue('');
  ignoreRefusals(consoleErrors);
});

test('LG-04 a refused login shows its error on the login screen and keeps the input', async ({
  page,
  consoleErrors,
}) => {
  const dialog = page.getByRole('dialog', { name: words.loginTitle });
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByLabel('Email or phone').fill('nobody@example.org');
  await dialog.getByLabel(words.password, { exact: true }).fill('Secret1!');
  await dialog.getByRole('button', { name: words.logIn }).click();
  await expect(dialog.getByText('Could not find an account with this email or phone number')).toBeVisible();
  await expect(dialog.getByLabel('Email or phone')).toHaveValue('nobody@example.org');
  await expect(dialog.getByLabel(words.password, { exact: true })).toHaveValue('Secret1!');
  ignoreRefusals(consoleErrors);
});

test('VA-10 fields clean their input, and show errors only once they were touched', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await dialog.getByRole('button', { name: words.noAccount }).click();
  await confirmMailbox(page, words);

  await field(words.phone).pressSequentially('38 (067) 12a3');
  await expect(field(words.phone)).toHaveValue('+380 67 123');
  await field(words.password).pressSequentially(' Secret1! ');
  await expect(field(words.password)).toHaveValue('Secret1!');

  // The name had the focus and was left empty; the email was never focused, the repeated password never left.
  await field(words.repeatPassword).focus();
  await expect(field(words.name)).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('This field is required')).toHaveCount(1);
  await expect(field(words.repeatPassword)).toHaveAttribute('aria-invalid', 'false');
  await expect(field(words.email)).toHaveAttribute('aria-invalid', 'false');
  await field(words.email).focus();
  await expect(dialog.getByText('This field is required')).toHaveCount(2);
  await expect(field(words.repeatPassword)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(words.email)).toHaveAttribute('aria-invalid', 'false');
});

test('resets the password by mail, across a reload, and ends every session', async ({
  page,
  browser,
  site,
  consoleErrors,
}) => {
  const person = newPerson('Grace Hopper');
  const voter = createVoter(page, words, site.origin);
  const mailbox = createVoterClient(site.origin);
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await page.getByRole('button', { name: words.logIn }).click();
  await voter.signUp(person);
  await voter.confirmEmail();
  const backupCodes = await voter.linkAuthenticator();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Another browser, in which the user has forgotten the password.
  const elsewhere = await browser.newPage({ baseURL: site.origin });
  const there = elsewhere.getByRole('dialog');
  const said = await noteDialogs(elsewhere);
  await elsewhere.goto('/');
  await elsewhere.getByRole('button', { name: words.logIn }).click();
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
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there.getByLabel(words.emailCode)).toBeFocused();
  await there.getByLabel(words.emailCode).fill(code === '000000' ? '000001' : '000000');
  await there.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await there.getByLabel(words.repeatPassword).fill(person.password);
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there.getByText('Passwords must match')).toBeVisible();
  await there.getByLabel(words.repeatPassword).fill(NEW_PASSWORD);
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there.getByText('The code is incorrect. Check the email and try again.')).toBeVisible();
  await expect(there.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);
  await there.getByLabel(words.emailCode).fill(code);
  await there.getByRole('button', { name: 'Change password' }).click();
  await expect(there).toContainText('Your password is changed, and you are logged out on every device.');
  await expect(there.getByLabel('Email or phone')).toHaveValue(person.email);

  // The old password is invalid, and the device must be verified again.
  await there.getByLabel(words.password, { exact: true }).fill(person.password);
  await there.getByRole('button', { name: words.logIn }).click();
  await expect(there.getByText('The entered password is incorrect. Please try again')).toBeVisible();
  await there.getByLabel(words.password, { exact: true }).fill(NEW_PASSWORD);
  await there.getByRole('button', { name: words.logIn }).click();
  await there.getByRole('button', { name: 'Use a backup code' }).click();
  await there.getByLabel('Backup code', { exact: true }).fill(backupCodes[0] ?? '');
  await there.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => said).toContainEqual(expect.stringContaining('Welcome back'));
  await elsewhere.close();

  // The open session has ended.
  await page.reload();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  const stored = await storedIn(page);
  expect([stored.authToken, stored.currentUser]).toEqual([undefined, undefined]);
  ignoreRefusals(consoleErrors);
});
