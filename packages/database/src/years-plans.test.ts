import { describe, expect, it } from 'vitest';
import { isOfEdition } from './in-year.ts';
import { createTestDatabase } from './testing.ts';
import { connect, insertNominees, THEN } from './testing-rows.ts';

describe('the plans of statements', () => {
  it('read no vote of another edition', async () => {
    const test = await createTestDatabase();
    const owner = await connect(test.migrateUrl);
    try {
      await insertNominees(owner, 1, 1);
      await owner.query(
        `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
         SELECT gen_random_uuid(), 1, 1, $1::timestamptz - interval '300 days' + n * interval '1 second' FROM generate_series(1, 60000) n`,
        [THEN],
      );
      await owner.query(`INSERT INTO years (year, state) VALUES (2027, 'draft')`);
      await owner.query(`UPDATE years SET state = 'archived', ended_at = $1 WHERE year = 2026`, [THEN]);
      await owner.query(`UPDATE years SET state = 'current', began_at = $1 WHERE year = 2027`, [THEN]);
      await owner.query(`SELECT brin_summarize_new_values('votes_cast_at_idx')`);
      await owner.query('ANALYZE votes');
      const statements = [
        `SELECT count(*) FROM votes v WHERE ${await isOfEdition(owner)}`,
        `SELECT count(*) FROM selected_votes('{"nominees": [1, 2, 3]}')`,
        'SELECT FROM phase_numbers(now())',
      ];
      for (const sql of statements) {
        // What was counted before is no effect of the statement.
        await owner.query('SELECT pg_stat_force_next_flush()');
        await owner.query('BEGIN');
        await owner.query(sql);
        const { rows } = await owner.query<{ read: number }>(
          `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'votes'`,
        );
        await owner.query('ROLLBACK');
        expect([sql, rows[0]?.read ?? 0]).toEqual([sql, 0]);
      }
    } finally {
      await owner.end();
      await test.drop();
    }
  });
});
