import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect, THEN } from './testing-rows.ts';

const DENIED = '42501';
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

let test: TestDatabase;
let owner: pg.Client;
/** As the console's role. */
let pool: pg.Pool;
let draft: number;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = await connect(test.migrateUrl);
  pool = new pg.Pool({ connectionString: test.consoleUrl, max: 4 });
});
beforeEach(async () => {
  const { rows } = await pool.query(`SELECT save_edition_draft('zip', NULL, '{}', '[]', 'Olena (console)', $1) AS id`, [
    THEN,
  ]);
  draft = rows[0].id;
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await test.drop();
});

const share = async (secret: string, days = 7, id = draft): Promise<Date | null> =>
  (
    await pool.query<{ ends: Date | null }>('SELECT preview_edition_draft($1, $2, $3, $4, $5) AS ends', [
      ...[id, hashOf(secret), days, 'Olena (console)', THEN],
    ])
  ).rows[0]?.ends ?? null;
const end = async (): Promise<boolean> =>
  (await pool.query('SELECT end_draft_preview($1, $2, $3) AS done', [draft, 'Olena (console)', THEN])).rows[0].done;
/** The draft that voters' servers find at an address. */
const foundAt = async (secret: string): Promise<number | undefined> =>
  (
    await pool.query<{ id: number }>(
      'SELECT id FROM edition_drafts WHERE preview_hash = $1 AND preview_ends_at > now()',
      [hashOf(secret)],
    )
  ).rows[0]?.id;
const entries = async () =>
  (
    await owner.query('SELECT action, actor, detail FROM audit_entries WHERE subject = $1 ORDER BY id', [
      `draft ${draft}`,
    ])
  ).rows.slice(1);

it('a draft gets an address until some days from now by the clock of the database, of which only the hash is stored', async () => {
  const endsAt = await share('a-secret', 7);
  const { rows } = await owner.query(`SELECT now() + interval '7 days' AS then`);
  expect(Math.abs((endsAt?.getTime() ?? 0) - rows[0].then.getTime())).toBeLessThan(60_000);
  expect(await foundAt('a-secret')).toBe(draft);
  const everything = await owner.query(
    'SELECT d::text AS row FROM edition_drafts d UNION ALL SELECT e::text FROM audit_entries e',
  );
  expect(JSON.stringify(everything.rows)).not.toContain('a-secret');
  expect(await entries()).toEqual([{ action: 'edition.preview', actor: 'Olena (console)', detail: { days: 7 } }]);
});

it('another address replaces the one before', async () => {
  await share('first');
  await share('second');
  expect([await foundAt('first'), await foundAt('second')]).toEqual([undefined, draft]);
});

it('one of two addresses that are made at once is valid', async () => {
  const secrets = Array.from({ length: 8 }, (_, index) => `secret ${index}`);
  const ends = await Promise.all(secrets.map((secret) => share(secret)));
  expect(ends.every(Boolean)).toBe(true);
  const found = await Promise.all(secrets.map(foundAt));
  expect(found.filter(Boolean)).toEqual([draft]);
  expect(await entries()).toHaveLength(8);
});

it('an address ends on its day, or when somebody ends it, once', async () => {
  await share('expired');
  await owner.query(`UPDATE edition_drafts SET preview_ends_at = now() - interval '1 second' WHERE id = $1`, [draft]);
  expect(await foundAt('expired')).toBeUndefined();
  await share('ended');
  expect(await Promise.all([end(), end()])).toEqual(expect.arrayContaining([true, false]));
  expect(await foundAt('ended')).toBeUndefined();
  expect((await entries()).map(({ action }) => action)).toEqual([
    ...['edition.preview', 'edition.preview', 'edition.end-preview'],
  ]);
});

it('only the console makes and ends addresses, only of drafts that exist, and for one to thirty days', async () => {
  for (const days of [0, 31, -1]) expect(await share('long', days)).toBeNull();
  expect(await share('nobody', 7, 2_000_000_000)).toBeNull();
  expect(await entries()).toEqual([]);
  const voters = await connect(test.url);
  for (const sql of [
    `SELECT preview_edition_draft(${draft}, sha256('x'), 7, 'x', now())`,
    `SELECT end_draft_preview(${draft}, 'x', now())`,
    `UPDATE edition_drafts SET preview_hash = sha256('x'), preview_ends_at = now()`,
  ]) {
    await expect(voters.query(sql), sql).rejects.toMatchObject({ code: DENIED });
  }
  await voters.end();
  await expect(pool.query('UPDATE edition_drafts SET preview_ends_at = now()')).rejects.toMatchObject({ code: DENIED });
});
