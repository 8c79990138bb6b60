import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect, ensureYear, insertRow, THEN } from './testing-rows.ts';

const DENIED = '42501';
const NOMINEE = 'best/crypto/orbit';
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

let test: TestDatabase;
let owner: pg.Client;
/** As the console's role, and as the voters' server. */
let desk: pg.Pool;
let site: pg.Pool;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = await connect(test.migrateUrl);
  await ensureYear(owner);
  const { id } = await insertRow(owner, 'categories', { nomination: 'best', niche: 'crypto' });
  await insertRow(owner, 'nominees', { category_id: id, company: 'orbit' });
  await insertRow(owner, 'nominees', { category_id: id, company: 'gone', withdrawn_at: THEN });
  desk = new pg.Pool({ connectionString: test.consoleUrl, max: 8 });
  site = new pg.Pool({ connectionString: test.url, max: 8 });
});
beforeEach(() => owner.query('DELETE FROM kits'));
afterAll(async () => {
  await Promise.all([desk.end(), site.end(), owner.end()]);
  await test.drop();
});

const link = async (secret: string, nominee = NOMINEE): Promise<boolean> =>
  (
    await desk.query('SELECT link_kit($1, $2, NULL, NULL, NULL, $3, $4) AS done', [
      ...[nominee, hashOf(secret), 'Olena (console)', THEN],
    ])
  ).rows[0].done;
const revoke = async (): Promise<boolean> =>
  (await desk.query('SELECT revoke_kit($1, $2, $3, $4) AS done', [NOMINEE, 'Olena (console)', 'lost', THEN])).rows[0]
    .done;
const opened = async (secret: string, at = THEN): Promise<string | null> =>
  (await site.query('SELECT open_kit($1, $2) AS nominee', [hashOf(secret), at])).rows[0].nominee;
const entries = async (action: string) =>
  (await owner.query('SELECT actor, subject FROM audit_entries WHERE action = $1 ORDER BY id', [action])).rows;

it('a link is stored as a hash, opens the kit of its nominee, and is replaced by a new one', async () => {
  expect(await link('first')).toBe(true);
  expect(await opened('first')).toBe(NOMINEE);
  expect(await link('second')).toBe(true);
  expect([await opened('first'), await opened('second')]).toEqual([null, NOMINEE]);
  const all = await owner.query('SELECT k::text AS row FROM kits k UNION ALL SELECT e::text FROM audit_entries e');
  expect(JSON.stringify(all.rows)).not.toContain('second');
  expect(await entries('kit.link')).toContainEqual({ actor: 'Olena (console)', subject: `nominee ${NOMINEE}` });
});

it('of links that are made at once, one is valid', async () => {
  const secrets = Array.from({ length: 8 }, (_, index) => `secret ${index}`);
  await Promise.all(secrets.map((secret) => link(secret)));
  const found = await Promise.all(secrets.map((secret) => opened(secret)));
  expect(found.filter(Boolean)).toEqual([NOMINEE]);
});

// This test fails without the comparison of opened_at: each opening has an entry.
it('the audit log has the first opening of a day, of many at once', async () => {
  await link('open');
  const before = (await entries('kit.open')).length;
  await Promise.all(Array.from({ length: 8 }, () => opened('open')));
  expect(await entries('kit.open')).toHaveLength(before + 1);
  await opened('open', new Date(THEN.getTime() + 24 * 3_600_000));
  expect(await entries('kit.open')).toHaveLength(before + 2);
});

it('a link ends once, when somebody revokes it or the nominee is withdrawn', async () => {
  await link('ended');
  expect((await Promise.all([revoke(), revoke()])).toSorted()).toEqual([false, true]);
  expect(await opened('ended')).toBeNull();
  await link('withdrawn');
  await owner.query(`UPDATE nominees SET withdrawn_at = $1 WHERE company = 'orbit'`, [THEN]);
  expect(await opened('withdrawn')).toBeNull();
  await owner.query(`UPDATE nominees SET withdrawn_at = NULL WHERE company = 'orbit'`);
});

it('only the console makes and ends links, only of nominees that stand, and nobody reads the hash there', async () => {
  for (const nominee of ['best/crypto/gone', 'best/crypto/nobody', 'orbit'])
    expect(await link('x', nominee)).toBe(false);
  for (const sql of [
    `SELECT link_kit('${NOMINEE}', sha256('x'), NULL, NULL, NULL, 'x', now())`,
    `SELECT revoke_kit('${NOMINEE}', 'x', 'x', now())`,
    `DELETE FROM kits`,
  ]) {
    await expect(site.query(sql), sql).rejects.toMatchObject({ code: DENIED });
  }
  await expect(desk.query('SELECT secret_hash FROM kits')).rejects.toMatchObject({ code: DENIED });
});
