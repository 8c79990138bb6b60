import { expect } from '@playwright/test';
import { expectForEveryScreen } from '../site/axe.ts';
import type { Desk } from './desk.ts';
import { pressEnter, test } from './fixtures.ts';

/** A voter who has used up every attempt to log in, with an address of their own. */
const lockedVoter = async ({ database }: Desk, name: string): Promise<{ id: string; email: string }> => {
  const email = `${name}@example.org`;
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, phone_number, created_at, email_verified_at)
     VALUES ('Emma Noether', $1, $1, '-', '+380671112233', now(), now()) RETURNING id`,
    [email],
  );
  const id = rows[0]?.id ?? '';
  await database.query(
    `INSERT INTO rate_limits (key, points, expires_at) VALUES ($1, 10, now() + interval '10 minutes')`,
    [`login:account:${id}`],
  );
  return { id, email };
};

test('a locked voter is found and unlocked by keyboard alone', async ({ colleague, desk }) => {
  const { id, email } = await lockedVoter(desk, 'locked');
  const { page, name } = await colleague('support');
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
  const { rows } = await desk.database.query(
    `SELECT actor, action, reason FROM audit_entries WHERE subject = $1 ORDER BY id`,
    [`account ${id}`],
  );
  const actor = `${name} (console)`;
  expect(rows).toEqual([
    { actor, action: 'user.read', reason: null },
    { actor, action: 'user.unlock', reason: 'Called, ticket 4711' },
  ]);
});

test('voters have no violation of an axe rule, and fit every screen', async ({ colleague, desk }) => {
  const { id } = await lockedVoter(desk, 'looks');
  const { page } = await colleague('owner', { locale: 'uk-UA' });
  await page.goto(`${desk.origin}/voters`);
  await page.getByLabel('Знайти учасника').fill('voter1');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expectForEveryScreen(page, 'the search');
  await page.goto(`${desk.origin}/voters/${id}`);
  await expect(page.getByRole('heading', { name: 'Пораховані спроби' })).toBeVisible();
  await expectForEveryScreen(page, 'a voter');
  await page.getByRole('button', { name: 'Обнулити спроби' }).click();
  await expectForEveryScreen(page, 'a dialog');
});
