import { expect } from '@playwright/test';
import { addAuthenticator } from './desk.ts';
import { test, watch } from './fixtures.ts';

test('the first owner opens the link that npm start prints, makes a passkey and is in', async ({
  page,
  desk,
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

  await page.getByRole('link', { name: /Owner/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Tonight' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This invitation was used or has expired')).toBeVisible();
});

test('an owner invites an auditor, who sees no voter and cannot change the team', async ({
  desk,
  colleague,
  browser,
  consoleErrors,
}) => {
  const { page } = await colleague('owner');
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ivan the auditor');
  await page.getByLabel('Role', { exact: true }).selectOption('auditor');
  await page.getByLabel('Why').fill('He checks the count');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await page.getByText(/invitation#/).textContent()) ?? '';
  expect(link).toMatch(new RegExp(`^${desk.origin}/invitation#[\\w-]{43}$`));

  const context = await browser.newContext({ locale: 'en-GB' });
  const auditor = await context.newPage();
  watch(auditor, consoleErrors);
  await addAuthenticator(auditor);
  await auditor.goto(link);
  await auditor.getByRole('button', { name: 'Make a passkey' }).click();
  await auditor.getByRole('link', { name: 'Later' }).click();
  await expect(auditor.getByRole('link', { name: 'Audit', exact: true })).toBeVisible();
  await expect(auditor.getByRole('link', { name: 'Voters' })).toHaveCount(0);
  await auditor.goto(`${desk.origin}/voters`);
  await expect(auditor.getByRole('heading', { name: 'Not for your role' })).toBeVisible();
  await auditor.goto(`${desk.origin}/team`);
  await expect(auditor.getByText('Ivan the auditor').first()).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);
  await context.close();
});

test('a change that needs a fresh passkey asks for it once more and goes on', async ({ colleague, desk }) => {
  const { page, name } = await colleague('owner');
  await desk.database.query(
    `UPDATE team_sessions SET passkey_at = passkey_at - interval '1 hour' WHERE member_id = (SELECT id FROM team_members WHERE name = $1)`,
    [name],
  );
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Late guest');
  await page.getByLabel('Why').fill('A helper for tonight');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByText(/invitation#/)).toBeVisible();
});

test('a session that was ended leads to the sign-in and back to the same screen', async ({ colleague, desk }) => {
  const { page, name } = await colleague('owner');
  await page.goto(`${desk.origin}/team`);
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await desk.database.query(
    'UPDATE team_sessions SET ended_at = now() WHERE member_id = (SELECT id FROM team_members WHERE name = $1)',
    [name],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
});
