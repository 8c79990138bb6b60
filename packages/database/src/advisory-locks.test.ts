import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';

let owner: pg.Client;
let app: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, app, close } = await openTestDatabase());
});
afterAll(() => close());

/** The functions that take each advisory lock. A lock for something else needs a number of its own. */
const LOCKS = {
  '5203176': ['cast_votes', 'put_entry', 'stop_ballots', 'withdraw_entry'],
  '5203178': ['publish_tallies'],
  '5203179': ['apply_exclusion'],
  '5203180': ['team_accept', 'team_change_member', 'team_invite'],
  '5203181': ['record_activity'],
  '5203182': ['send_test_message'],
  '5203190': ['erase_account', 'settle_vote_origins'],
  '5203191': ['store_edition_files'],
  '5203193': ['append_to_log'],
  '5203194': ['forget_selected_account', 'propose_exclusion'],
  '5203195': ['decide_cluster', 'store_clusters'],
  '5203198': ['tell_clusters'],
  '5203200': ['change_candidate', 'put_entry', 'undo_candidate_step'],
};

// This test fails with the files of an edition stored under the lock of the origins.
it('every advisory lock has one purpose', async () => {
  const { rows } = await owner.query<{ lock: string; functions: string[] }>(`
    SELECT m[1] AS lock, array_agg(DISTINCT p.proname::text ORDER BY p.proname::text) AS functions
      FROM pg_proc p, regexp_matches(p.prosrc, 'advisory\\w*lock\\w*\\((\\d+)', 'g') m
     WHERE p.pronamespace = 'public'::regnamespace
     GROUP BY m[1] ORDER BY m[1]`);
  expect(Object.fromEntries(rows.map(({ lock, functions }) => [lock, functions]))).toEqual(LOCKS);
});

// This test fails with one lock for both, too: the origins wait for the import.
it('an import that has stored its files does not hold up the origins of votes', async () => {
  await owner.query('BEGIN');
  await owner.query(`SELECT store_edition_files('{}')`);
  expect((await app.query('SELECT settle_vote_origins() AS settled')).rows).toEqual([{ settled: false }]);
  await owner.query('ROLLBACK');
});
