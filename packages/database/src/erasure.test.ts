import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareTallies } from './guards.ts';
import { openTestDatabase } from './testing.ts';
import {
  castVotes,
  insertNominees,
  insertRow,
  insertVoters,
  LATER,
  readTotals,
  sha256,
  type TestVoter,
  THEN,
  validRows,
} from './testing-rows.ts';

const { owner, app, close } = await openTestDatabase();
afterAll(close);

const PERSONAL = [
  'sessions',
  'devices',
  'backup_codes',
  'two_factor_setups',
  'challenges',
  'client_hints',
  'social_requests',
] as const;

describe('erasing an account', () => {
  let leaver: TestVoter;
  let stayer: TestVoter;
  let nominee: number;
  const mailbox = sha256('someone@example.org');

  const erase = async (): Promise<unknown> => {
    const { rows } = await app.query<{ erased: boolean }>('SELECT erase_account($1, $2, $3) AS erased', [
      leaver.accountId,
      mailbox,
      LATER,
    ]);
    return rows[0]?.erased;
  };
  const votes = async (): Promise<unknown[]> => (await owner.query('SELECT * FROM votes ORDER BY voter_id')).rows;

  beforeAll(async () => {
    const [first, second] = await insertVoters(owner, 2);
    const [[some] = []] = await insertNominees(owner, 1, 2);
    if (!first || !second || !some) throw new Error('no voters or nominee');
    [leaver, stayer, nominee] = [first, second, some];
    await castVotes(app, [
      [leaver.sessionId, nominee],
      [stayer.sessionId, nominee],
    ]);
    const rows = validRows(leaver.accountId);
    for (const table of [
      'devices',
      'backup_codes',
      'two_factor_setups',
      'challenges',
      'social_requests',
      'sms_charges',
    ]) {
      await insertRow(app, table, rows[table] ?? {});
    }
    const hint = { account_id: leaver.accountId, event: 'login', observed_ip: '203.0.113.7', created_at: THEN };
    await insertRow(app, 'client_hints', hint);
  });

  it('clears the account and preserves votes and totals', async () => {
    const before = { votes: await votes(), totals: await readTotals(app) };
    expect(await erase()).toBe(true);
    expect({ votes: await votes(), totals: await readTotals(app) }).toEqual(before);
    expect(before.totals.get(nominee)).toBe(2);
    expect(await compareTallies(app)).toEqual([]);

    const { rows } = await owner.query('SELECT * FROM accounts WHERE id = $1', [leaver.accountId]);
    expect(rows).toEqual([
      {
        id: leaver.accountId,
        language: 'en',
        totp_last_step: '0',
        created_at: THEN,
        erased_at: LATER,
        voter_id: null,
        name: null,
        email: null,
        email_canonical: null,
        phone_number: null,
        password_hash: null,
        email_verified_at: null,
        totp_secret: null,
        totp_confirmed_at: null,
        suspended_at: null,
      },
    ]);
  });

  it.each(PERSONAL)('deletes the account’s rows in %s', async (table) => {
    const { rows } = await owner.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [leaver.accountId]);
    expect(rows).toEqual([]);
  });

  it('clears the network of each text message, which still counts towards the budgets', async () => {
    const { rows } = await owner.query('SELECT network, charged_at FROM sms_charges WHERE account_id = $1', [
      leaver.accountId,
    ]);
    expect(rows).toEqual([{ network: '', charged_at: THEN }]);
  });

  it('keeps the fingerprints of phone and social account reserved, so that they cannot vote again', async () => {
    const hash = sha256(leaver.accountId);
    const phone = { account_id: stayer.accountId, phone_hash: hash, verified_at: LATER };
    await expect(insertRow(app, 'phone_verifications', phone)).rejects.toMatchObject({
      constraint: 'phone_verifications_phone_hash_key',
    });
    const link = {
      account_id: stayer.accountId,
      provider: 'TELEGRAM_SUBSCRIPTION',
      subject_hash: hash,
      verified_at: LATER,
    };
    await expect(insertRow(app, 'social_links', link)).rejects.toMatchObject({
      constraint: 'social_links_provider_subject_hash_key',
    });
    const { rows } = await owner.query(
      `SELECT account_id, held_until > $2 AS held FROM claims WHERE fingerprint = $1`,
      [mailbox, LATER],
    );
    expect(rows).toEqual([{ account_id: leaver.accountId, held: true }]);
  });

  it('removes the right to vote, and does nothing the second time', async () => {
    expect(await castVotes(app, [[leaver.sessionId, nominee]])).toBe('S');
    const { rows } = await app.query('SELECT 1 FROM voter_eligibility WHERE account_id = $1', [leaver.accountId]);
    expect(rows).toEqual([]);
    expect(await erase()).toBe(false);
  });
});
