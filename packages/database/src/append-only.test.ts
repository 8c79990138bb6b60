import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { accountRow, castVotes, insertNominees, insertRow, insertVoter, type TestVoter, THEN } from './testing-rows.ts';

const { owner, app, close } = await openTestDatabase();
afterAll(close);

const DENIED = '42501';
const REFUSED = '23001';
const FOREIGN_KEY = '23503';

/** Every statement that would change votes or tallies. */
const CHANGES = [
  'UPDATE votes SET nominee_id = nominee_id',
  'DELETE FROM votes',
  'TRUNCATE votes',
  'TRUNCATE votes, tallies CASCADE',
  `INSERT INTO votes SELECT * FROM votes ON CONFLICT (voter_id, category_id) DO UPDATE SET cast_at = excluded.cast_at`,
  'MERGE INTO votes v USING votes w ON v.voter_id = w.voter_id WHEN MATCHED THEN DELETE',
  'UPDATE tallies SET count = count - 1',
  'UPDATE tallies SET slot = slot + 1',
  'UPDATE tallies SET nominee_id = nominee_id + 1',
  'DELETE FROM tallies',
  'TRUNCATE tallies',
] as const;

describe('votes and tallies cannot be changed', () => {
  let voter: TestVoter;
  beforeAll(async () => {
    voter = await insertVoter(owner);
    const [[nominee = 0] = []] = await insertNominees(owner, 1, 2);
    expect(await castVotes(app, [[voter.sessionId, nominee]])).toBe('A');
  });

  it.each(CHANGES)('for the application: %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
  });

  it.each([
    `INSERT INTO votes VALUES (gen_random_uuid(), 1, 1, '2026-05-01')`,
    'INSERT INTO tallies VALUES (1, 9, 1)',
    'UPDATE tallies SET count = count + 1',
    `COPY votes FROM STDIN`,
    'CREATE TRIGGER mine BEFORE INSERT ON votes FOR EACH ROW EXECUTE FUNCTION refuse_change()',
  ])('the application cannot bypass cast_votes(): %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
  });

  // The owner of a test database is a superuser: triggers apply to it, grants do not.
  it.each(CHANGES)('for the owner: %s', async (sql) => {
    await expect(owner.query(sql)).rejects.toMatchObject({ code: REFUSED });
  });

  it.each(CHANGES)('for a session in the replica role: %s', async (sql) => {
    await owner.query('BEGIN');
    await owner.query('SET LOCAL session_replication_role = replica');
    await expect(owner.query(sql)).rejects.toMatchObject({ code: REFUSED });
    await owner.query('ROLLBACK');
  });

  it('a tally may grow', async () => {
    const { rowCount } = await owner.query('UPDATE tallies SET count = count + 1');
    expect(rowCount).toBe(1);
  });

  it.each([
    'UPDATE accounts SET voter_id = gen_random_uuid()',
    'UPDATE accounts SET voter_id = NULL',
    'UPDATE accounts SET erased_at = created_at',
    'UPDATE accounts SET id = gen_random_uuid()',
    `INSERT INTO accounts (voter_id, name, email, email_canonical, password_hash, created_at)
     VALUES (gen_random_uuid(), 'n', 'e', 'e', 'p', '2026-05-01')`,
  ])('the application cannot choose a voter id: %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
  });

  it.each([
    'UPDATE sessions SET expires_at = expires_at',
    'UPDATE sessions SET account_id = account_id',
    'UPDATE phone_verifications SET account_id = account_id',
    'UPDATE phone_verifications SET phone_hash = phone_hash',
    'DELETE FROM phone_verifications',
    'UPDATE social_links SET account_id = account_id',
    'DELETE FROM social_links',
    'UPDATE instagram_accounts SET account_id = account_id',
    'UPDATE instagram_accounts SET id_hash = id_hash',
    'DELETE FROM instagram_accounts',
    'UPDATE nominees SET withdrawn_at = NULL',
    'UPDATE categories SET closes_at = NULL',
    'DELETE FROM sealed_keys',
  ])('the application cannot change the data behind a vote: %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
  });

  it('a verified account is not deleted, by the application or by the owner', async () => {
    const { id } = await insertRow(owner, 'accounts', { ...accountRow(), email_verified_at: THEN });
    for (const client of [app, owner]) {
      await expect(client.query('DELETE FROM accounts WHERE id = $1', [id])).rejects.toMatchObject({ code: REFUSED });
    }
  });

  it('an account with a verified phone cannot be deleted by unverifying it first', async () => {
    await app.query('BEGIN');
    await app.query('UPDATE accounts SET totp_confirmed_at = NULL, email_verified_at = NULL WHERE id = $1', [
      voter.accountId,
    ]);
    const deletion = app.query('DELETE FROM accounts WHERE id = $1', [voter.accountId]);
    await expect(deletion).rejects.toMatchObject({ code: expect.stringMatching(`${REFUSED}|${FOREIGN_KEY}`) });
    await app.query('ROLLBACK');
  });

  it('an account with an unverified mailbox may be deleted', async () => {
    const { id } = await insertRow(owner, 'accounts', accountRow());
    expect(await app.query('DELETE FROM accounts WHERE id = $1', [id])).toMatchObject({ rowCount: 1 });
  });
});
