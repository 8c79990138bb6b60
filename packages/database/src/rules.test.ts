import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { accountRow, insertRow, LATER, type Row, THEN, validRows } from './testing-rows.ts';

const { owner, close } = await openTestDatabase();
afterAll(close);

const SHORT = randomBytes(31);

/** Constraint, table, and a change that makes a valid row violate it. */
const REFUSED: readonly (readonly [constraint: string, table: string, change: Row])[] = [
  ['accounts_language', 'accounts', { language: 'English' }],
  ['accounts_email_canonical', 'accounts', { email_canonical: 'Someone@example.org' }],
  ['accounts_phone_e164', 'accounts', { phone_number: '0501234567' }],
  ['accounts_phone_e164', 'accounts', { phone_number: '+38050' }],
  ['accounts_email_pair', 'accounts', { email_canonical: null }],
  ['accounts_totp_has_secret', 'accounts', { email_verified_at: THEN, totp_confirmed_at: THEN }],
  ['accounts_totp_after_email', 'accounts', { totp_secret: SHORT, totp_confirmed_at: THEN }],
  ['accounts_alive_or_erased', 'accounts', { password_hash: null }],
  ['accounts_alive_or_erased', 'accounts', { voter_id: null }],
  ['accounts_alive_or_erased', 'accounts', { erased_at: THEN }],
  ['sessions_times', 'sessions', { expires_at: THEN }],
  ['devices_token_hash', 'devices', { token_hash: SHORT }],
  ['backup_codes_hash', 'backup_codes', { code_hash: SHORT }],
  ['two_factor_setups_hash', 'two_factor_setups', { browser_hash: SHORT }],
  ['two_factor_setups_times', 'two_factor_setups', { expires_at: THEN }],
  ['challenges_kind', 'challenges', { kind: 'carrier_pigeon', target_hash: null, code_hash: null }],
  ['challenges_hashes', 'challenges', { handle_hash: SHORT }],
  ['challenges_hashes', 'challenges', { code_hash: SHORT }],
  ['challenges_hashes', 'challenges', { target_hash: SHORT }],
  ['challenges_code', 'challenges', { code_hash: null }],
  ['challenges_code', 'challenges', { kind: 'totp_login', target_hash: null }],
  ['challenges_target', 'challenges', { target_hash: null }],
  ['challenges_target', 'challenges', { kind: 'email' }],
  ['challenges_setup', 'challenges', { setup_id: randomUUID() }],
  ['challenges_somebodys', 'challenges', { account_id: null }],
  ['challenges_attempts', 'challenges', { attempts: 6 }],
  ['challenges_attempts', 'challenges', { attempts: -1 }],
  ['challenges_delivery', 'challenges', { delivery: 'lost' }],
  ['challenges_unconfirmed_tries', 'challenges', { unconfirmed_tries: -1 }],
  ['sms_charges_hash', 'sms_charges', { phone_hash: SHORT }],
  ['sms_charges_calling_code', 'sms_charges', { calling_code: '+380' }],
  ['rate_limits_points', 'rate_limits', { points: -1 }],
  ['floods_work', 'floods', { work: 'vote' }],
  ['floods_heat', 'floods', { heat: -1 }],
  ['floods_heat', 'floods', { heat: 'Infinity' }],
  ['floods_heat', 'floods', { heat: 'NaN' }],
  ['spent_proofs_nonce', 'spent_proofs', { nonce: SHORT }],
  ['claims_kind', 'claims', { kind: 'telegram' }],
  ['claims_fingerprint', 'claims', { fingerprint: SHORT }],
  ['phone_verifications_hash', 'phone_verifications', { phone_hash: SHORT }],
  ['social_links_provider', 'social_links', { provider: 'MYSPACE_SUBSCRIPTION' }],
  ['social_links_hash', 'social_links', { subject_hash: SHORT }],
  ['instagram_accounts_hash', 'instagram_accounts', { id_hash: SHORT }],
  ['social_requests_provider', 'social_requests', { provider: 'MYSPACE_SUBSCRIPTION', tag: null }],
  ['social_requests_status', 'social_requests', { status: 'MAYBE' }],
  ['social_requests_hashes', 'social_requests', { event_hash: SHORT }],
  ['social_requests_hashes', 'social_requests', { subject_hash: SHORT }],
  ['social_requests_tag', 'social_requests', { tag: null }],
  ['votes_server_nonce', 'votes', { server_nonce: randomBytes(15) }],
  ['votes_browser_nonce', 'votes', { browser_nonce: randomBytes(17) }],
  ['vote_origins_network', 'vote_origins', { network: '203.0.113.0/25' }],
  ['vote_origins_network', 'vote_origins', { network: '2001:db8:1:2::/64' }],
  ['vote_origins_texts', 'vote_origins', { user_agent: 'x'.repeat(41) }],
  ['vote_origins_texts', 'vote_origins', { time_zone: 'x'.repeat(65) }],
  ['social_requests_tag', 'social_requests', { provider: 'TELEGRAM_SUBSCRIPTION' }],
  ['social_requests_decided', 'social_requests', { status: 'VERIFIED' }],
  ['social_requests_decided', 'social_requests', { decided_at: THEN }],
  ['verification_logs_status', 'verification_logs', { status: 'MAYBE' }],
  ['tallies_count', 'tallies', { count: -1 }],
  ['phase_times_boundary', 'phase_times', { boundary: 'postponed' }],
  ['exclusions_selection', 'exclusions', { selection: {} }],
  ['exclusions_public_reason', 'exclusions', { public_reason: '"a farm"' }],
  ['exclusions_approvals', 'exclusions', { approvals: 3 }],
  ['exclusions_votes', 'exclusions', { votes: 1, voters: 2 }],
  ['exclusions_decided', 'exclusions', { approved: true, decided_at: THEN }],
  ['exclusions_two_people', 'exclusions', { approved: true, decided_at: THEN, decided_by: 'olena' }],
  ['exclusions_applied', 'exclusions', { applied_at: THEN, applied_by: 'olena', approvals: 2 }],
  ['exclusions_applied', 'exclusions', { applied_at: THEN }],
  [
    'exclusions_undo_proposed',
    'exclusions',
    { undo_proposed_at: THEN, undo_proposed_by: 'olena', undo_reason: 'x', approvals: 2 },
  ],
  ['exclusions_undo_proposed', 'exclusions', { undo_proposed_by: 'olena' }],
  ['exclusions_undone', 'exclusions', { undone_at: THEN, undone_by: 'olena' }],
  ['exclusions_impersonal', 'exclusions', { reason: 'bought by ada@example.org' }],
  ['exclusions_impersonal', 'exclusions', { public_reason: { en: 'Votes of +38 067 123 45 67' } }],
  ['excluded_tallies_count', 'excluded_tallies', { count: -1 }],
  ['activity_kind', 'activity', { kind: 'rain' }],
  ['activity_count', 'activity', { count: 0 }],
  ['activity_whole_minute', 'activity', { minute: new Date(THEN.getTime() + 1) }],
  ['activity_progress_one_row', 'activity_progress', { id: false }],
  ['activity_progress_order', 'activity_progress', { settled_until: new Date(THEN.getTime() + 1) }],
  ['processes_sockets', 'processes', { sockets: -1 }],
  ['messages_kind', 'messages', { kind: 'fax', calling_code: null }],
  ['messages_purpose', 'messages', { purpose: 'Greetings!' }],
  ['messages_calling_code', 'messages', { calling_code: null }],
  ['messages_calling_code', 'messages', { kind: 'mail' }],
  ['messages_calling_code', 'messages', { calling_code: '+380' }],
  ['messages_state', 'messages', { state: 'lost' }],
  ['messages_tries', 'messages', { tries: -1 }],
  ['messages_given_up', 'messages', { state: 'given_up', gave_up_at: THEN }],
  ['messages_given_up', 'messages', { gave_up_at: THEN }],
  ['messages_given_up', 'messages', { state: 'given_up', gave_up_at: THEN, given_up_why: 'bored' }],
  ['messages_sent', 'messages', { state: 'sent' }],
  ['messages_cost', 'messages', { cost_micros: -1, currency: 'EUR' }],
  ['messages_cost', 'messages', { cost_micros: 1 }],
  ['messages_cost', 'messages', { cost_micros: 1, currency: 'hryvnia' }],
  ['messages_impersonal', 'messages', { problem: 'ada@example.org: no such user' }],
  ['messages_impersonal', 'messages', { problem: 'the number 380671234567 is unknown' }],
  ['team_members_role', 'team_members', { role: 'king' }],
  ['team_invitations_role', 'team_invitations', { role: 'king' }],
  ['editions_approvals', 'editions', { approvals: 3 }],
  ['edition_drafts_source', 'edition_drafts', { source: 'fax' }],
  ['edition_drafts_published', 'edition_drafts', { published_as: 1 }],
  ['edition_drafts_proposed', 'edition_drafts', { proposed_by: 'olena' }],
  ['phase_proposals_move', 'phase_proposals', { move: '[]' }],
  ['phase_proposals_decided', 'phase_proposals', { approved: true, decided_at: THEN }],
  [
    'phase_proposals_two_people',
    'phase_proposals',
    { approved: true, decided_at: THEN, decided_by: 'Olena (console)' },
  ],
  [
    'phase_proposals_applied',
    'phase_proposals',
    { approved: false, decided_at: THEN, decided_by: 'petro', applied_at: THEN },
  ],
  ['phase_proposals_impersonal', 'phase_proposals', { reason: 'asked by ada@example.org' }],
  ['objections_text', 'objections', { text: '' }],
  ['objections_text', 'objections', { text: 'x'.repeat(2001) }],
  ['objections_answer', 'objections', { answer: '', answered_at: THEN, answered_by: 'olena' }],
  ['objections_answered', 'objections', { answer: 'We looked again.' }],
  ['objections_sent', 'objections', { answer_sent_at: THEN }],
  ['log_checkpoints_size', 'log_checkpoints', { size: 0 }],
  ['log_checkpoints_root', 'log_checkpoints', { root: SHORT }],
  ['log_checkpoints_counts', 'log_checkpoints', { votes: -1 }],
  ['log_checkpoints_counts', 'log_checkpoints', { voters: -1 }],
  ['log_tiles_place', 'log_tiles', { level: 8 }],
  ['log_tiles_place', 'log_tiles', { tile: -1 }],
  ['log_tiles_data', 'log_tiles', { data: SHORT }],
  ['log_tiles_data', 'log_tiles', { data: randomBytes(8224) }],
  ['log_tiles_data', 'log_tiles', { level: -1, data: Buffer.alloc(0) }],
  ['log_votes_leaf', 'log_votes', { leaf: -1 }],
  ['log_items_leaf', 'log_items', { leaf: -1 }],
  ['log_items_kind', 'log_items', { kind: 'rain' }],
  ['log_items_content', 'log_items', { content: '{}' }],
  ['log_items_content', 'log_items', { kind: 'edition' }],
  ['log_results_nonce', 'log_results', { nonce: SHORT }],
  ['log_cosignatures_line', 'log_cosignatures', { line: 'witness.example AAAA' }],
  ['log_cosignatures_line', 'log_cosignatures', { line: '— witness.example AAAA\n' }],
  ['audit_entries_said', 'audit_entries', { actor: '' }],
  ['audit_entries_said', 'audit_entries', { reason: '' }],
  ['audit_entries_action', 'audit_entries', { action: 'Moved the phases' }],
  ['audit_entries_detail', 'audit_entries', { detail: '[]' }],
  ['editions_digest', 'editions', { digest: '' }],
  ['editions_files', 'editions', { files: '[]' }],
  ['audit_entries_impersonal', 'audit_entries', { subject: 'ada@example.org' }],
  ['audit_entries_impersonal', 'audit_entries', { reason: 'asked by +38 067 123 45 67' }],
];

describe('the constraints', () => {
  let rows: Readonly<Record<string, Row>>;
  beforeAll(async () => {
    const account = await insertRow(owner, 'accounts', accountRow());
    const { id: requestId } = await insertRow(
      owner,
      'social_requests',
      validRows(String(account.id)).social_requests ?? {},
    );
    const { id: categoryId } = await insertRow(owner, 'categories', { nomination: 'a', niche: 'b' });
    const { id: nomineeId } = await insertRow(owner, 'nominees', { category_id: categoryId, company: 'c' });
    const exclusion = {
      selection: { nominees: [1] },
      public_reason: { en: 'One person cast them.' },
      reason: 'a farm',
      approvals: 1,
      votes: 2,
      voters: 1,
      proposed_at: THEN,
      proposed_by: 'olena',
    };
    const { id: exclusionId } = await insertRow(owner, 'exclusions', exclusion);
    rows = {
      ...validRows(String(account.id)),
      verification_logs: { request_id: requestId, status: 'IN_PROGRESS', created_at: THEN },
      tallies: { nominee_id: nomineeId, slot: 0, count: '1' },
      phase_times: { boundary: 'closes', at: THEN },
      editions: { imported_at: THEN, digest: 'a', files: {} },
      exclusions: exclusion,
      objections: { exclusion_id: exclusionId, account_id: account.id, text: 'These were mine.', made_at: THEN },
      excluded_tallies: { nominee_id: nomineeId, count: '1' },
      activity: { kind: 'votes', minute: THEN, count: '1' },
      activity_progress: { recorded_until: THEN, settled_until: THEN, looked_at: THEN, in_flight: [] },
      processes: { id: randomUUID(), started_at: THEN, seen_at: THEN, sockets: 0 },
      messages: {
        id: randomUUID(),
        account_id: account.id,
        kind: 'sms',
        purpose: 'phone_code',
        calling_code: '380',
        provider: 'twilio',
        created_at: THEN,
      },
      team_members: { name: 'Olena', role: 'owner', invited_by: 'root', joined_at: THEN },
      team_invitations: {
        token_hash: randomBytes(32),
        name: 'Petro',
        role: 'auditor',
        invited_by: 'root',
        created_at: THEN,
        expires_at: LATER,
      },
      edition_drafts: { source: 'zip', manifest: {}, problems: {}, uploaded_at: THEN, uploaded_by: 'olena' },
      phase_proposals: {
        move: {},
        seen: {},
        numbers: {},
        reason: 'agreed',
        proposed_at: THEN,
        proposed_by: 'olena',
      },
      audit_entries: { at: THEN, actor: 'root', action: 'phase.set', subject: 'edition', reason: 'agreed', detail: {} },
    };
  });

  /** Runs `work` in a transaction and rolls it back. */
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    await owner.query('BEGIN');
    try {
      return await work();
    } finally {
      await owner.query('ROLLBACK');
    }
  };

  it.each(REFUSED)('%s rejects a row of %s with %o', async (constraint, table, change) => {
    const valid = rows[table] ?? {};
    expect(await undone(() => insertRow(owner, table, valid))).toMatchObject(valid);
    await expect(undone(() => insertRow(owner, table, { ...valid, ...change }))).rejects.toMatchObject({
      code: '23514',
      constraint,
    });
  });

  it('have a test for every CHECK', async () => {
    const { rows: checks } = await owner.query<{ conname: string }>(
      `SELECT conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace ORDER BY conname`,
    );
    expect(checks.map(({ conname }) => conname)).toEqual([...new Set(REFUSED.map(([name]) => name))].sort());
  });

  it('allow an account one live phone beside withdrawn ones', async () => {
    await undone(async () => {
      const phone = await insertRow(owner, 'phone_verifications', rows.phone_verifications ?? {});
      const other = { ...rows.phone_verifications, phone_hash: randomBytes(32) };
      await owner.query('SAVEPOINT before');
      await expect(insertRow(owner, 'phone_verifications', other)).rejects.toMatchObject({
        constraint: 'phone_one_live_per_account',
      });
      await owner.query('ROLLBACK TO before');
      await owner.query('UPDATE phone_verifications SET revoked_at = $1 WHERE id = $2', [THEN, phone.id]);
      expect(await insertRow(owner, 'phone_verifications', other)).toMatchObject(other);
    });
  });

  it('allow an account one live link per network', async () => {
    await undone(async () => {
      const link = await insertRow(owner, 'social_links', rows.social_links ?? {});
      const other = { ...rows.social_links, subject_hash: randomBytes(32) };
      const elsewhere = { ...other, provider: 'INSTAGRAM_SUBSCRIPTION' };
      expect(await insertRow(owner, 'social_links', elsewhere)).toMatchObject(elsewhere);
      await owner.query('SAVEPOINT before');
      await expect(insertRow(owner, 'social_links', other)).rejects.toMatchObject({
        constraint: 'social_one_live_per_account',
      });
      await owner.query('ROLLBACK TO before');
      await owner.query('UPDATE social_links SET revoked_at = $1 WHERE id = $2', [THEN, link.id]);
      expect(await insertRow(owner, 'social_links', other)).toMatchObject(other);
    });
  });

  it.each(['phone_verifications', 'social_links'])(
    'reserve a fingerprint in %s for one account, withdrawn or not',
    async (table) => {
      await undone(async () => {
        const other = await insertRow(owner, 'accounts', accountRow());
        await insertRow(owner, table, { ...rows[table], revoked_at: THEN });
        await expect(insertRow(owner, table, { ...rows[table], account_id: other.id })).rejects.toMatchObject({
          code: '23505',
        });
      });
    },
  );
});
