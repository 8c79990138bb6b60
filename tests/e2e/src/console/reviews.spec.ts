import { expect, type Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import { test } from './fixtures.ts';

/** Adds names that wait since before all others, so that they are the first of the queue. */
const addNames = async ({ database }: Desk, prefix: string, count: number): Promise<void> => {
  await database.query(
    `WITH made AS (
       INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
       SELECT 'Iryna', $1 || n || '@example.org', $1 || n || '@example.org', '-', now(), now() FROM generate_series(1, $2::int) n
       RETURNING id, email)
     INSERT INTO social_requests (event_hash, account_id, provider, tag, subject_hash, created_at, expires_at)
     SELECT sha256(email::bytea), id, 'INSTAGRAM_SUBSCRIPTION', split_part(email, '@', 1), sha256(('name ' || email)::bytea),
            now() - interval '20 hours' + make_interval(secs => regexp_replace(email, '\\D', '', 'g')::int), now() + interval '4 hours'
       FROM made`,
    [prefix, count],
  );
};
const statusOf = async ({ database }: Desk, tag: string): Promise<string> =>
  (await database.query<{ status: string }>('SELECT status FROM social_requests WHERE tag = $1', [tag])).rows[0]
    ?.status ?? '';
const current = (page: Page, tag: string) => page.getByRole('heading', { name: `@${tag}`, exact: true });

test('on a phone the decision buttons stay at the bottom of the screen', async ({ colleague, desk }) => {
  await addNames(desk, 'thumb', 3);
  const { page } = await colleague('organiser', { width: 390, height: 844 });
  await page.goto(`${desk.origin}/reviews`);
  const place = async () => page.getByRole('button', { name: /^Approve/ }).boundingBox();
  await expect(current(page, 'thumb1')).toBeVisible();
  const before = await place();
  expect(before?.height).toBeGreaterThanOrEqual(60);
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeGreaterThan(780);
  await page.getByRole('button', { name: 'Approve thumb1' }).click();
  await expect(current(page, 'thumb2')).toBeVisible();
  expect(await place()).toEqual(before);
  await page.getByRole('button', { name: 'Reject thumb2' }).click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveText(/^Undo thumb2/);
  await page.getByRole('button', { name: 'Undo thumb2' }).click();
  await expect(current(page, 'thumb2')).toBeVisible();
  await expect.poll(() => statusOf(desk, 'thumb1')).toBe('VERIFIED');
  for (const tag of ['thumb2', 'thumb3']) {
    await expect(current(page, tag)).toBeVisible();
    await page.getByRole('button', { name: `Reject ${tag}` }).click();
    await expect.poll(() => statusOf(desk, tag)).toBe('NOT_VERIFIED');
  }
});
