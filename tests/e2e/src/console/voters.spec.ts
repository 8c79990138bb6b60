import { inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { pressEnter, test } from './fixtures.ts';

test('a locked voter is found and unlocked by keyboard alone', async ({ colleague, desk }) => {
  const email = 'locked@example.org';
  // A voter who has used up every attempt to log in.
  await desk.database.query(
    `WITH made AS (
       INSERT INTO accounts (name, email, email_canonical, password_hash, phone_number, created_at, email_verified_at)
       VALUES ('Emma Noether', $1, $1, '-', '+380671112233', now(), now()) RETURNING id)
     INSERT INTO rate_limits (key, points, expires_at)
     SELECT 'login:account:' || id, 10, now() + interval '10 minutes' FROM made`,
    [email],
  );
  const { page } = await colleague('support');
  await page.getByRole('link', { name: 'Voters' }).press('Enter');
  await page.getByLabel('Find a voter').focus();
  await page.keyboard.type('locked@');
  const found = page.getByRole('link', { name: /l\*\*\*d@example\.org/ });
  await expect(found).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 of 10')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);

  await pressEnter(page.getByRole('button', { name: 'Unlock' }));
  await expect(page.getByText('1 counter of attempts is set to zero.')).toBeVisible();
  await page.getByLabel('Why').focus();
  await page.keyboard.type('Called, ticket 4711');
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Unlock' }));
  await expect(page.getByText('Nothing is counted, so nothing is locked.')).toBeVisible();
});

test('support corrects a mistyped address, and both addresses get a mail', async ({ colleague, desk }) => {
  const [mistyped, right] = ['mistyped@example.org', 'corrected@example.org'];
  await desk.database.query(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
     VALUES ('Emma Noether', $1, $1, '-', now(), now())`,
    [mistyped],
  );
  const { page } = await colleague('support');
  await page.goto(`${desk.origin}/voters`);
  await page.getByLabel('Find a voter').fill(mistyped);
  await page.getByRole('link', { name: /m\*\*\*d@example\.org/ }).click();
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByLabel('New address').fill(right);
  await page.getByLabel('Why').fill('Called, ticket 4712');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByText('The address is changed')).toBeVisible();
  const told = async () => {
    const mails = z.array(inboxMessageSchema).parse(await (await fetch(`${desk.site.origin}/dev/inbox.json`)).json());
    return mails
      .map(({ to }) => to)
      .filter((to) => to === mistyped || to === right)
      .sort();
  };
  await expect.poll(told).toEqual([right, mistyped]);
});
