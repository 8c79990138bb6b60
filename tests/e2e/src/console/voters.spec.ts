import { expect } from '@playwright/test';
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
