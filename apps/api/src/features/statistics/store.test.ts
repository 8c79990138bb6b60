import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { ensureYear } from '@laurel/database/testing-rows';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countVoters, countVotes, readPublication, readPublished } from './store.ts';

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.migrateUrl });
  // `end` resolves before the connections are closed: dropping the database may still close one.
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  await ensureYear(owner);
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

describe('the people who voted', () => {
  const NOW = '2026-11-24T12:00:00Z';
  /** Proposes and applies an exclusion of votes. @returns its id */
  const exclude = async (selection: unknown): Promise<number> => {
    const { rows } = await owner.query<{ id: number }>(
      `SELECT propose_exclusion($1, '{"en": "Bought"}', 'a farm', NULL, 1::int2, 'one', $2) AS id`,
      [JSON.stringify(selection), NOW],
    );
    const id = rows[0]?.id ?? 0;
    await owner.query(`SELECT apply_exclusion($1, false, 'one', 'a farm', $2)`, [id, NOW]);
    return id;
  };

  it('are those with a vote that counts, and each publication has another time', async () => {
    const people = await countVoters(owner);
    const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    await owner.query('INSERT INTO votes VALUES ($1, 1, 1, now()), ($1, 2, 3, now()), ($2, 1, 2, now())', [one, two]);
    expect(await countVoters(owner)).toBe(people + 2);
    await readPublished(owner, { seconds: 1, votes: 1 }, true);
    const before = await readPublication(owner);

    // One loses a vote of two, the other the only one.
    const some = await exclude({ voters: [one], categories: [1] });
    expect(await countVoters(owner)).toBe(people + 2);
    await exclude({ voters: [two] });
    expect(await countVoters(owner)).toBe(people + 1);
    await readPublished(owner, { seconds: 1, votes: 1 }, true);
    expect((await readPublication(owner)).at).not.toBe(before.at);

    await exclude({ voters: [one], categories: [2] });
    expect(await countVoters(owner)).toBe(people);
    await owner.query(`SELECT apply_exclusion($1, true, 'one', 'a mistake', $2)`, [some, NOW]);
    expect(await countVoters(owner)).toBe(people + 1);
  });
});
