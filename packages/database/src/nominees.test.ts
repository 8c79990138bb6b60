import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from './client.ts';
import { ImportRefusedError } from './editions.ts';
import { type NomineeName, readNominees } from './nominees.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, importNominees, insertVoter, LATER, THEN } from './testing-rows.ts';

const name = (nomination: string, niche: string, company: string): NomineeName => ({ nomination, niche, company });
const LIST = [
  name('media', 'blog', 'one'),
  name('media', 'blog', 'two'),
  name('media', 'podcast', 'one'),
  name('shop', 'blog', 'one'),
];
const ALWAYS = { opensAt: null, closesAt: null };

describe('importing nominees', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let database: Database;
  beforeEach(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    database = createDatabase({ url: test.url });
  });
  afterEach(async () => {
    await database.close();
    await owner.end();
    await test.drop();
  });

  const names = async (): Promise<string[]> =>
    (await readNominees(database.pool)).map((each) => `${each.nomination}/${each.niche}/${each.company}`);

  it('creates nominees with an id and a category in the order of the list', async () => {
    expect(await importNominees(owner, { nominees: LIST, ...ALWAYS })).toEqual({ added: 4, restored: 0, withdrawn: 0 });
    const rows = await readNominees(database.pool);
    expect(rows.map(({ nomination, niche, company }) => ({ nomination, niche, company }))).toEqual(LIST);
    const [one, two, podcast] = rows;
    expect(one?.categoryId).toBe(two?.categoryId);
    expect(podcast?.categoryId).not.toBe(one?.categoryId);
  });

  it('changes nothing the second time and uses up no ids', async () => {
    await importNominees(owner, { nominees: LIST, ...ALWAYS });
    const before = await readNominees(database.pool);
    for (let start = 0; start < 5; start += 1) {
      expect(await importNominees(test.migrateUrl, { nominees: LIST, ...ALWAYS })).toEqual({
        added: 0,
        restored: 0,
        withdrawn: 0,
      });
    }
    expect(await readNominees(database.pool)).toEqual(before);
    await importNominees(owner, { nominees: [...LIST, name('new', 'new', 'new')], ...ALWAYS });
    const { rows } = await owner.query(
      'SELECT max(id) AS category, (SELECT max(id) FROM nominees) AS nominee FROM categories',
    );
    expect(rows).toEqual([{ category: 4, nominee: 5 }]);
  });

  it('accepts a list with duplicates', async () => {
    expect(await importNominees(owner, { nominees: [...LIST, ...LIST], ...ALWAYS })).toMatchObject({ added: 4 });
  });

  it('sets when voting opens and closes, in every category', async () => {
    await importNominees(owner, { nominees: LIST, ...ALWAYS });
    await importNominees(owner, { nominees: LIST.slice(0, 3), opensAt: THEN, closesAt: LATER });
    const { rows } = await owner.query('SELECT DISTINCT opens_at, closes_at FROM categories');
    expect(rows).toEqual([{ opens_at: THEN, closes_at: LATER }]);
    await importNominees(owner, { nominees: LIST, ...ALWAYS });
    expect((await owner.query('SELECT DISTINCT opens_at, closes_at FROM categories')).rows).toEqual([
      { opens_at: null, closes_at: null },
    ]);
  });

  it('withdraws nominees that are no longer listed and restores them under the same id', async () => {
    await importNominees(owner, { nominees: LIST, ...ALWAYS });
    const before = await readNominees(database.pool);
    expect(await importNominees(owner, { nominees: LIST.slice(1), ...ALWAYS }, { now: THEN })).toMatchObject({
      withdrawn: 1,
    });
    expect(await names()).toEqual(['media/blog/two', 'media/podcast/one', 'shop/blog/one']);
    const { rows } = await owner.query('SELECT withdrawn_at FROM nominees WHERE withdrawn_at IS NOT NULL');
    expect(rows).toEqual([{ withdrawn_at: THEN }]);
    expect(await importNominees(owner, { nominees: LIST, ...ALWAYS })).toMatchObject({ restored: 1, added: 0 });
    expect(await readNominees(database.pool)).toEqual(before);
  });

  it('rejects a list without a nominee that has votes', async () => {
    await importNominees(owner, { nominees: LIST, ...ALWAYS });
    const [voted] = await readNominees(database.pool);
    const { sessionId } = await insertVoter(owner);
    expect(await castVotes(owner, [[sessionId, voted?.id ?? 0]])).toBe('A');

    const shorter = [...LIST.slice(2), name('new', 'new', 'new')];
    const refused = importNominees(owner, { nominees: shorter, ...ALWAYS });
    await expect(refused).rejects.toThrow('media/blog/one');
    await expect(refused).rejects.toBeInstanceOf(ImportRefusedError);
    expect(await names()).toEqual(LIST.map((each) => `${each.nomination}/${each.niche}/${each.company}`));

    await importNominees(owner, { nominees: shorter, ...ALWAYS }, { allowWithdraw: true });
    expect(await names()).toEqual(['media/podcast/one', 'shop/blog/one', 'new/new/new']);
    expect((await owner.query('SELECT nominee_id FROM votes')).rows).toEqual([{ nominee_id: voted?.id }]);
    // The next import needs no flag, as the nominee is already withdrawn.
    expect(await importNominees(owner, { nominees: shorter, ...ALWAYS })).toEqual({
      added: 0,
      restored: 0,
      withdrawn: 0,
    });
  });

  // Fails with 23505 without stop_ballots().
  it('lets several importers start at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => importNominees(test.migrateUrl, { nominees: LIST, ...ALWAYS })),
    );
    expect(outcomes.map(({ added }) => added).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 4]);
    expect(await names()).toHaveLength(4);
  });

  it('needs the owner’s role', async () => {
    await expect(importNominees(test.url, { nominees: LIST, ...ALWAYS })).rejects.toMatchObject({ code: '42501' });
  });
});
