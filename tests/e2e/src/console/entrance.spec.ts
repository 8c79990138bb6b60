import { expect } from '@playwright/test';
import { addAuthenticator } from '../site/authenticator.ts';
import { test, watch } from './fixtures.ts';

test('the first owner makes a passkey, invites an auditor who sees no voter, and signs in again', async ({
  page,
  desk,
  browser,
  consoleErrors,
}) => {
  watch(page, consoleErrors);
  await addAuthenticator(page);
  const [, link = ''] = /^First sign-in: (\S+)$/m.exec(desk.site.printed()) ?? [];
  expect(desk.site.printed()).toContain(`Console: ${desk.origin}\n`);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Welcome, Owner' })).toBeVisible();
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('link', { name: 'Later' }).click();
  await expect(page.getByRole('heading', { name: 'Tonight' })).toBeVisible();

  // The change needs a fresh passkey: it asks for it once more and goes on.
  const ofOwner = `WHERE member_id = (SELECT id FROM team_members WHERE name = 'Owner')`;
  await desk.database.query(`UPDATE team_sessions SET passkey_at = passkey_at - interval '1 hour' ${ofOwner}`);
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ivan the auditor');
  await page.getByLabel('Role', { exact: true }).selectOption('auditor');
  await page.getByLabel('Why').fill('He checks the count');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const invitation = (await page.getByText(/invitation#/).textContent()) ?? '';
  expect(invitation).toMatch(new RegExp(`^${desk.origin}/invitation#[\\w-]{43}$`));

  const context = await browser.newContext({ locale: 'en-GB' });
  const auditor = await context.newPage();
  watch(auditor, consoleErrors);
  await addAuthenticator(auditor);
  await auditor.goto(invitation);
  await auditor.getByRole('button', { name: 'Make a passkey' }).click();
  await auditor.getByRole('link', { name: 'Later' }).click();
  await expect(auditor.getByRole('link', { name: 'Audit', exact: true })).toBeVisible();
  await expect(auditor.getByRole('link', { name: 'Voters' })).toHaveCount(0);
  await auditor.goto(`${desk.origin}/voters`);
  await expect(auditor.getByRole('heading', { name: 'Not for your role' })).toBeVisible();
  await context.close();

  // A session that was ended leads to the sign-in and back to the same screen.
  await desk.database.query(`UPDATE team_sessions SET ended_at = now() ${ofOwner}`);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await page.getByRole('link', { name: /Owner/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Tonight' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This invitation was used or has expired')).toBeVisible();
});
