import { afterAll, describe, expect, inject, it } from 'vitest';
import { checkGuards, compareTallies } from './guards.ts';
import { openTestDatabase } from './testing.ts';
import { castVotes, connect, insertNominees, insertVoters } from './testing-rows.ts';

const { owner, url, close } = await openTestDatabase();
afterAll(close);

const { appUrl, ownerUrl } = inject('laurelTestServer');
const app = new URL(appUrl).username;
const ownerRole = new URL(ownerUrl).username;

/** Statements that remove a guard, and the problem that is then reported. */
const BROKEN: readonly (readonly [sql: string, problem: string])[] = [
  ['DROP TRIGGER votes_append_only ON votes', 'the trigger votes_append_only on votes'],
  ['ALTER TABLE votes DISABLE TRIGGER votes_append_only', 'the trigger votes_append_only on votes'],
  ['ALTER TABLE votes ENABLE TRIGGER votes_append_only', 'the trigger votes_append_only on votes'],
  ['ALTER TABLE votes DISABLE TRIGGER votes_no_truncate', 'the trigger votes_no_truncate on votes'],
  ['ALTER TABLE tallies DISABLE TRIGGER tallies_only_grow', 'the trigger tallies_only_grow on tallies'],
  ['ALTER TABLE tallies DISABLE TRIGGER tallies_no_truncate', 'the trigger tallies_no_truncate on tallies'],
  ['ALTER TABLE accounts DISABLE TRIGGER accounts_keep_verified', 'the trigger accounts_keep_verified on accounts'],
  ['DROP TRIGGER audit_entries_append_only ON audit_entries', 'the trigger audit_entries_append_only on audit_entries'],
  [
    'ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_no_truncate',
    'the trigger audit_entries_no_truncate on audit_entries',
  ],
  [`GRANT UPDATE (reason) ON audit_entries TO ${app}`, `the role ${app} may change audit_entries`],
  [`GRANT SELECT ON vote_origins TO ${app}`, `the role ${app} may read or change vote_origins`],
  [`GRANT SELECT (network) ON vote_origins TO ${app}`, `the role ${app} may read or change vote_origins`],
  [`GRANT INSERT ON vote_origin_batches TO ${app}`, `the role ${app} may read or change vote_origin_batches`],
  [`GRANT SELECT ON account_traits TO ${app}`, `the role ${app} may read or change account_traits`],
  ['ALTER FUNCTION note_trait SECURITY INVOKER', 'the function note_trait'],
  ['ALTER FUNCTION selected_votes SECURITY INVOKER', 'the function selected_votes'],
  ['GRANT EXECUTE ON FUNCTION record_vote_origins TO PUBLIC', 'the function record_vote_origins'],
  ['ALTER FUNCTION settle_vote_origins RESET search_path', 'the function settle_vote_origins'],
  ['ALTER FUNCTION forget_vote_origins SECURITY INVOKER', 'the function forget_vote_origins'],
  ['GRANT EXECUTE ON FUNCTION forget_team_sessions TO PUBLIC', 'the function forget_team_sessions'],
  [`GRANT INSERT ON editions TO ${app}`, `the role ${app} may change editions`],
  [`GRANT UPDATE (withdrawn_at) ON nominees TO ${app}`, `the role ${app} may change nominees`],
  [`GRANT DELETE ON audit_entries TO ${app}`, `the role ${app} may change audit_entries`],
  [
    `GRANT UPDATE ON published_tallies TO ${app}`,
    `the role ${app} may change published_tallies past publish_tallies()`,
  ],
  [
    `GRANT DELETE ON rehearsed_accounts TO ${app}`,
    `the role ${app} may change rehearsed_accounts past record_rehearsal()`,
  ],
  [`GRANT INSERT ON phase_times TO ${app}`, `the role ${app} may change phase_times past move_phases()`],
  [`GRANT UPDATE (closes_at) ON categories TO ${app}`, `the role ${app} may change categories past move_phases()`],
  [`GRANT UPDATE (applied_at) ON exclusions TO ${app}`, `the role ${app} may change exclusions past its functions`],
  [`GRANT INSERT ON excluded_votes TO ${app}`, `the role ${app} may change excluded_votes past propose_exclusion()`],
  [`GRANT UPDATE ON excluded_tallies TO ${app}`, `the role ${app} may change excluded_tallies past apply_exclusion()`],
  [
    'DROP TRIGGER excluded_votes_append_only ON excluded_votes',
    'the trigger excluded_votes_append_only on excluded_votes',
  ],
  ['ALTER TABLE excluded_votes DISABLE TRIGGER excluded_votes_no_truncate', 'the trigger excluded_votes_no_truncate'],
  ['ALTER TABLE all_log_tiles DISABLE TRIGGER log_tiles_only_grow', 'the trigger log_tiles_only_grow on all_log_tiles'],
  ['DROP TRIGGER log_votes_append_only ON all_log_votes', 'the trigger log_votes_append_only on all_log_votes'],
  ['DROP TRIGGER log_checkpoints_append_only ON all_log_checkpoints', 'the trigger log_checkpoints_append_only'],
  ['DROP INDEX log_votes_leaf_key', 'the unique key log_votes_leaf_key'],
  [`GRANT INSERT ON log_votes TO ${app}`, `the role ${app} may change log_votes past append_to_log()`],
  [
    `GRANT UPDATE (note) ON log_checkpoints TO ${app}`,
    `the role ${app} may change log_checkpoints past append_to_log()`,
  ],
  [`GRANT UPDATE (line) ON log_cosignatures TO ${app}`, `the role ${app} may change log_cosignatures`],
  ['GRANT EXECUTE ON FUNCTION append_to_log TO PUBLIC', 'the function append_to_log'],
  ['GRANT EXECUTE ON FUNCTION apply_exclusion TO PUBLIC', 'the function apply_exclusion'],
  ['ALTER FUNCTION decide_exclusion SECURITY INVOKER', 'the function decide_exclusion'],
  ['ALTER FUNCTION answer_objection SECURITY INVOKER', 'the function answer_objection'],
  ['GRANT EXECUTE ON FUNCTION claim_exclusion_notices TO PUBLIC', 'the function claim_exclusion_notices'],
  ['ALTER FUNCTION claim_undone_notices RESET search_path', 'the function claim_undone_notices'],
  ['GRANT EXECUTE ON FUNCTION export_exclusion TO PUBLIC', 'the function export_exclusion'],
  ['ALTER FUNCTION propose_exclusion RESET search_path', 'the function propose_exclusion'],
  ['ALTER FUNCTION move_phases SECURITY INVOKER', 'the function move_phases'],
  ['GRANT EXECUTE ON FUNCTION move_phases TO PUBLIC', 'the function move_phases'],
  ['ALTER FUNCTION publish_tallies RESET search_path', 'the function publish_tallies'],
  ['GRANT EXECUTE ON FUNCTION undo_social_link TO PUBLIC', 'the function undo_social_link'],
  ['ALTER FUNCTION erase_account SECURITY INVOKER', 'the function erase_account'],
  [
    `CREATE OR REPLACE TRIGGER votes_append_only BEFORE DELETE ON votes FOR EACH ROW EXECUTE FUNCTION refuse_change();
     ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only`,
    'the trigger votes_append_only on votes',
  ],
  [
    `CREATE OR REPLACE TRIGGER votes_append_only BEFORE UPDATE OR DELETE ON votes FOR EACH ROW WHEN (false) EXECUTE FUNCTION refuse_change();
     ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only`,
    'the trigger votes_append_only on votes',
  ],
  ['ALTER TABLE votes DROP CONSTRAINT votes_pkey', 'the unique key votes_pkey'],
  ['DROP INDEX accounts_voter_id_key', 'the unique key accounts_voter_id_key'],
  ['DROP INDEX phone_one_live_per_account', 'the unique key phone_one_live_per_account'],
  ['DROP INDEX phone_verifications_phone_hash_key', 'the unique key phone_verifications_phone_hash_key'],
  ['DROP INDEX social_links_provider_subject_hash_key', 'the unique key social_links_provider_subject_hash_key'],
  ['ALTER TABLE instagram_accounts DROP CONSTRAINT instagram_accounts_pkey', 'the unique key instagram_accounts_pkey'],
  [`GRANT INSERT ON votes TO ${app}`, `the role ${app} may write to votes`],
  [`GRANT UPDATE (nominee_id) ON votes TO ${app}`, `the role ${app} may write to votes`],
  [`GRANT TRUNCATE ON votes TO ${app}`, `the role ${app} may write to votes`],
  ['GRANT DELETE ON votes TO PUBLIC', `the role ${app} may write to votes`],
  [`GRANT UPDATE ON tallies TO ${app}`, `the role ${app} may write to tallies`],
  [`GRANT UPDATE ON accounts TO ${app}`, `the role ${app} may choose accounts.voter_id`],
  [`GRANT INSERT (voter_id) ON accounts TO ${app}`, `the role ${app} may choose accounts.voter_id`],
  [`GRANT CREATE ON SCHEMA public TO ${app}`, `the role ${app} may create objects`],
  [`GRANT pg_write_all_data TO ${app}`, `the role ${app} may write to votes`],
  [`GRANT ${ownerRole} TO ${app}`, `the role ${app} is, or acts for, ${ownerRole}, the owner of account_traits`],
  [`ALTER TABLE votes OWNER TO ${app}`, `the role ${app} is, or acts for, ${app}, the owner of votes`],
  [`ALTER ROLE ${app} SUPERUSER`, `the role ${app} is a superuser`],
  ['ALTER FUNCTION cast_votes RESET search_path', 'the function cast_votes'],
  ['ALTER FUNCTION cast_votes RESET ALL', 'the function cast_votes'],
  ['ALTER FUNCTION cast_votes SET search_path = public', 'the function cast_votes'],
  ['ALTER FUNCTION cast_votes SECURITY INVOKER', 'the function cast_votes'],
  ['GRANT EXECUTE ON FUNCTION cast_votes TO PUBLIC', 'the function cast_votes'],
  ['DROP FUNCTION erase_account', 'the function erase_account'],
  ['SET LOCAL synchronous_commit = off', 'synchronous_commit is off'],
];

describe('checkGuards', () => {
  it('finds all guards after the migrations, as the application', async () => {
    const client = await connect(url);
    expect(await checkGuards(client)).toEqual([]);
    await client.end();
  });

  it.each(BROKEN)('reports a missing guard after: %s', async (sql, problem) => {
    await owner.query('BEGIN');
    await owner.query(sql);
    const problems = await checkGuards(owner, app);
    await owner.query('ROLLBACK');
    expect(problems.join('\n')).toContain(problem);
    expect(await checkGuards(owner, app)).toEqual([]);
  });

  it('reports the role that is connected if it is a superuser', async () => {
    expect(await checkGuards(owner)).toEqual(expect.arrayContaining([expect.stringContaining('is a superuser')]));
  });

  it('is complemented by compareTallies, which returns the nominee and both counts of a difference', async () => {
    const voters = await insertVoters(owner, 3);
    const [[first = 0, second = 0] = []] = await insertNominees(owner, 1, 2);
    await castVotes(
      owner,
      voters.map(({ sessionId }) => [sessionId, first]),
    );
    expect(await compareTallies(owner)).toEqual([]);

    await owner.query('BEGIN');
    await owner.query('UPDATE tallies SET count = count + 2');
    await owner.query('INSERT INTO tallies VALUES ($1, 7, 1)', [second]);
    expect(await compareTallies(owner)).toEqual([
      { nomineeId: first, votes: 3, tally: 5, held: 0, excluded: 0 },
      { nomineeId: second, votes: 0, tally: 1, held: 0, excluded: 0 },
    ]);
    await owner.query('ROLLBACK');

    await owner.query('BEGIN');
    await owner.query(`INSERT INTO votes SELECT gen_random_uuid(), category_id, $1, cast_at FROM votes LIMIT 1`, [
      second,
    ]);
    expect(await compareTallies(owner)).toEqual([{ nomineeId: second, votes: 1, tally: 0, held: 0, excluded: 0 }]);
    await owner.query('ROLLBACK');
  });
});
