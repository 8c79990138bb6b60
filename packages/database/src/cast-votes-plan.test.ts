import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, insertNominees, insertVoter, insertVoters } from './testing-rows.ts';

const { owner, url, close } = await openTestDatabase();
afterAll(close);

const VOTERS = 500;
const BATCH = 16;
const TABLES = ['accounts', 'categories', 'nominees', 'phone_verifications', 'sessions', 'social_links', 'votes'];

/** The rows that this transaction has read: by sequential scans and by index. */
const READ = `
  SELECT sum(seq_tup_read)::int AS whole, sum(idx_tup_fetch)::int AS "byIndex"
    FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`;

describe('the plan of cast_votes', () => {
  let writer: pg.Client;
  beforeAll(async () => {
    // Like the ballot box: one plan for the lifetime of the connection.
    writer = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
    await writer.connect();
  });
  afterAll(() => writer.end());

  it('that was made for the first voter still uses indexes with many voters', async () => {
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 1);
    const first = await insertVoter(owner);
    expect(await castVotes(writer, [[first.sessionId, nominee]])).toBe('A');

    const voters = await insertVoters(owner, VOTERS);
    await writer.query('BEGIN');
    const batch = voters.slice(0, BATCH).map(({ sessionId }) => [sessionId, nominee] as const);
    expect(await castVotes(writer, batch)).toBe('A'.repeat(BATCH));
    const { rows } = await writer.query<{ whole: number; byIndex: number }>(READ, [TABLES]);
    await writer.query('COMMIT');
    // Six rows for each vote: session, account, phone, social account, nominee, category.
    expect(rows[0]?.whole).toBe(0);
    expect(rows[0]?.byIndex).toBeLessThanOrEqual(6 * BATCH);
  });
});
