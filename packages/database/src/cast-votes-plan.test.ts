import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, insertNominees, insertVoter, insertVoters } from './testing-rows.ts';

const CROWD = 500;
const BATCH = 16;
const TABLES = ['accounts', 'categories', 'nominees', 'phone_verifications', 'sessions', 'social_links', 'votes'];

/** What this transaction read so far of the tables: whole, and by an index. */
const READ = `
  SELECT sum(seq_tup_read)::int AS whole, sum(idx_tup_fetch)::int AS "byIndex"
    FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`;

describe('the plan of cast_votes', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let writer: pg.Client;
  beforeAll(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    // As the ballot box: one plan, made once, for as long as the connection lasts.
    writer = new pg.Client({ connectionString: test.url, options: '-c plan_cache_mode=force_generic_plan' });
    await writer.connect();
  });
  afterAll(async () => {
    await writer.end();
    await owner.end();
    await test.drop();
  });

  it('that was made for the first voter of a site looks up no more than it needs in a crowd', async () => {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const first = await insertVoter(owner);
    expect(await castVotes(writer, [[first.sessionId, nominee]])).toBe('A');

    const crowd = await insertVoters(owner, CROWD);
    await writer.query('BEGIN');
    const batch = crowd.slice(0, BATCH).map(({ sessionId }) => [sessionId, nominee] as const);
    expect(await castVotes(writer, batch)).toBe('A'.repeat(BATCH));
    const { rows } = await writer.query<{ whole: number; byIndex: number }>(READ, [TABLES]);
    await writer.query('COMMIT');
    // Six rows for each vote: session, account, phone, social account, nominee, category.
    expect(rows[0]?.whole).toBe(0);
    expect(rows[0]?.byIndex).toBeLessThanOrEqual(6 * BATCH);
  });
});
