import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countVotes } from './store.ts';

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.migrateUrl });
  // `end` resolves before the connections are closed: dropping the database may still close one.
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  await owner.query(`INSERT INTO categories (nomination, niche) VALUES ('media', 'blog'), ('media', 'podcast')`);
  await owner.query(`
    INSERT INTO nominees (category_id, company)
    SELECT id, company FROM categories, unnest(ARRAY['one', 'two']) AS company ORDER BY id, company`);
  await owner.query('INSERT INTO votes SELECT gen_random_uuid(), category_id, id, now() FROM nominees WHERE id = 1');
  await owner.query('INSERT INTO tallies VALUES (1, 0, 1)');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('countVotes', () => {
  it('returns each nominee’s votes and no difference when the tallies are correct', async () => {
    const { counted, differences } = await countVotes(owner);
    expect(counted.map(({ niche, company, votes, tally }) => ({ niche, company, votes, tally }))).toEqual([
      { niche: 'blog', company: 'one', votes: 1, tally: 1 },
      { niche: 'blog', company: 'two', votes: 0, tally: 0 },
      { niche: 'podcast', company: 'one', votes: 0, tally: 0 },
      { niche: 'podcast', company: 'two', votes: 0, tally: 0 },
    ]);
    expect(differences).toEqual([]);
  });

  it('returns votes for a nominee of another category, and for an unknown nominee, as differences', async () => {
    await owner.query('INSERT INTO votes VALUES (gen_random_uuid(), 2, 1, now()), (gen_random_uuid(), 1, 99, now())');
    const { counted, differences } = await countVotes(owner);
    expect(counted.map(({ votes }) => votes)).toEqual([1, 0, 0, 0]);
    expect(differences).toEqual([
      { nomineeId: 1, votes: 1, tally: 1, held: 0, excluded: 0 },
      { nomineeId: 99, votes: 1, tally: 0, held: 0, excluded: 0 },
    ]);
  });
});
