import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EditionImport, importEdition } from './editions.ts';
import { checkGuards } from './guards.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, countWaiting, insertVoter, THEN } from './testing-rows.ts';

const edition = (year: number): EditionImport => ({
  ...{ year, digest: `of ${year}`, approvals: 1, embargo: false, facts: {}, files: new Map() },
  nominees: [{ nomination: 'media', niche: 'blog', company: 'one' }],
  ...{ opensAt: null, closesAt: null, announcedAt: null },
});
const kept = { code: 'LA001', message: 'kept' };

describe('editions that were never the current one', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let other: pg.Client;
  let app: pg.Pool;
  beforeEach(async () => {
    test = await createTestDatabase();
    [owner, other] = [await connect(test.migrateUrl), await connect(test.migrateUrl)];
    app = new pg.Pool({ connectionString: test.url });
    app.on('error', () => undefined);
    await publish(2026);
    await owner.query(`SELECT create_year(2027, 'olena', 'next year', $1)`, [THEN]);
  });
  afterEach(async () => {
    await Promise.all([app.end(), owner.end(), other.end()]);
    await test.drop();
  });

  const publish = (year: number) =>
    importEdition(owner, edition(year), { by: { actor: 'olena', reason: 'a test' }, now: () => THEN });
  const plan = (at: Date | null) => owner.query(`SELECT plan_switch(2027, $1, 'olena', 'next year', $2)`, [at, THEN]);
  const switchNow = `SELECT switch_year(archive_basis(), '{}', '{}', '{}', now()) AS done`;
  const remove = (year = 2027, by = owner) =>
    by.query(`SELECT delete_year($1, 'olena', 'by mistake', $2) AS done`, [year, THEN]);
  const versions = async () => (await owner.query('SELECT FROM all_editions WHERE year = 2027')).rowCount;

  it('are deleted with their versions while no switch to them is planned, and begun again', async () => {
    const before = (await owner.query('SELECT * FROM nominees ORDER BY id')).rows;
    await publish(2027);
    await plan(THEN);
    for (const year of [2026, 2027]) await expect(remove(year)).rejects.toMatchObject(kept);
    await plan(null);
    expect((await remove()).rows).toEqual([{ done: true }]);
    expect((await remove()).rows).toEqual([{ done: false }]);
    expect((await owner.query('SELECT year, state FROM years')).rows).toEqual([{ year: 2026, state: 'current' }]);
    expect((await owner.query('SELECT * FROM nominees ORDER BY id')).rows).toEqual(before);
    expect(await versions()).toBe(0);
    const entry = 'SELECT action, subject, reason FROM audit_entries ORDER BY id DESC LIMIT 1';
    expect((await owner.query(entry)).rows).toEqual([
      { action: 'edition.delete', subject: '2027', reason: 'by mistake' },
    ]);
    await owner.query(`SELECT create_year(2027, 'olena', 'next year', $1)`, [THEN]);
    await publish(2027);
    expect(await checkGuards(owner, 'laurel_test_app')).toEqual([]);
    await plan(THEN);
    expect((await owner.query(switchNow)).rows).toEqual([{ done: true }]);
    for (const year of [2026, 2027]) await expect(remove(year)).rejects.toMatchObject(kept);
  });

  // This test fails without the lock of the row in delete_year(), or in speak_of_year().
  it.each<[string, string, object]>([
    ['a plan to switch to them', `SELECT plan_switch(2027, now(), 'olena', 'next year', now())`, kept],
    ['a switch to them', switchNow, kept],
    ['the publication of a version', 'SELECT speak_of_year(2027)', { rows: [{ done: true }] }],
  ])('are not deleted before %s has ended', async (_what, statement, outcome) => {
    await publish(2027);
    if (statement === switchNow) await plan(THEN);
    await owner.query('BEGIN');
    await owner.query(statement);
    const removed = remove(2027, other).catch((error: unknown) => error);
    await expect.poll(() => countWaiting(app)).toBe(1);
    await owner.query('COMMIT');
    expect(await removed).toMatchObject(outcome);
  });

  it('are not published once they are deleted', async () => {
    const voter = await insertVoter(owner);
    const { rows } = await owner.query('SELECT id FROM nominees');
    expect(await castVotes(app, [[voter.sessionId, rows[0]?.id]], THEN)).toBe('A');
    await other.query('BEGIN');
    await remove(2027, other);
    const published = publish(2027).catch((error: unknown) => error);
    await expect.poll(() => countWaiting(app)).toBe(1);
    await other.query('COMMIT');
    expect(await published).toBeInstanceOf(Error);
    expect(await versions()).toBe(0);
  });
});
