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
  await database.query(
    `INSERT INTO challenges (handle_hash, account_id, kind, code_hash, delivery, created_at, expires_at)
     VALUES (sha256($1::text::bytea), $2, 'email', sha256('-'), 'failed', now() - interval '1 hour', now() - interval '30 minutes')`,
    [email, id],
  );
  await database.query(
    `INSERT INTO messages (id, account_id, kind, purpose, provider, state, tries, problem, given_up_why, created_at, gave_up_at)
     VALUES (gen_random_uuid(), $1, 'mail', 'email_code', 'smtp', 'given_up', 1, 'smtp: 550 no such mailbox', 'refused',
             now() - interval '1 hour', now() - interval '59 minutes')`,
    [id],
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

test('why a mail did not arrive is on the voter’s screen, and the address only on demand', async ({
  colleague,
  desk,
}) => {
  const { id, email } = await lockedVoter(desk, 'unreached');
  const { page } = await colleague('support');
  await page.goto(`${desk.origin}/voters/${id}`);
  const sent = page.getByRole('region', { name: 'Sent to the person' });
  await expect(sent.getByText('given up')).toBeVisible();
  await sent.getByText('There is no such mailbox.').click();
  await expect(sent.getByText('smtp: 550 no such mailbox')).toBeVisible();
  await expect(sent.getByText('expired')).toBeVisible();
  await page.getByRole('button', { name: 'Show in full' }).click();
  await page.getByLabel('Why').fill('To compare the address, ticket 4712');
  await page.getByRole('dialog').getByRole('button', { name: 'Show in full' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Counted attempts')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

test('only permitted roles can erase a person, with a fresh passkey', async ({ colleague, desk }) => {
  const { id, email } = await lockedVoter(desk, 'leaving');
  const { page: helper } = await colleague('support');
  await helper.goto(`${desk.origin}/voters/${id}`);
  await expect(helper.getByRole('button', { name: 'Suspend' })).toBeVisible();
  await expect(helper.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  const { page, name } = await colleague('owner');
  await page.goto(`${desk.origin}/voters/${id}`);
  await desk.database.query(
    `UPDATE team_sessions SET passkey_at = passkey_at - interval '1 hour' WHERE member_id = (SELECT id FROM team_members WHERE name = $1)`,
    [name],
  );
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByLabel('Why').fill('Asked by letter');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('This account was erased with the person’s data')).toBeVisible();
  const { rowCount } = await desk.database.query('SELECT FROM accounts WHERE email = $1', [email]);
  expect(rowCount).toBe(0);
});

for (const language of ['en', 'uk'] as const) {
  test(`voters have no violation of an axe rule, and fit every screen (${language})`, async ({ colleague, desk }) => {
    const { id } = await lockedVoter(desk, `looks-${language}`);
    const { page } = await colleague('owner', { locale: language === 'uk' ? 'uk-UA' : 'en-GB' });
    const words = {
      en: { find: 'Find a voter', counted: 'Counted attempts', unlock: 'Unlock' },
      uk: { find: 'Знайти учасника', counted: 'Пораховані спроби', unlock: 'Обнулити спроби' },
    }[language];
    await page.goto(`${desk.origin}/voters`);
    await page.getByLabel(words.find).fill('voter1');
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await expectForEveryScreen(page, 'the search');
    await page.goto(`${desk.origin}/voters/${id}`);
    await expect(page.getByRole('heading', { name: words.counted })).toBeVisible();
    await expectForEveryScreen(page, 'a voter');
    await page.getByRole('button', { name: words.unlock }).click();
    await expectForEveryScreen(page, 'a dialog');
  });
}
