import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { REFUSED } from './testing-refused.ts';
import { accountRow, ensureYear, insertRow, LATER, type Row, THEN, validRows } from './testing-rows.ts';

const { owner, close } = await openTestDatabase();
afterAll(close);

describe('the constraints', () => {
  let rows: Readonly<Record<string, Row>>;
  beforeAll(async () => {
    await ensureYear(owner);
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
    const candidate = { category_id: categoryId, name: 'Orbit' };
    const { id: candidateId } = await insertRow(owner, 'candidates', candidate);
    const member = { name: 'Petro', role: 'owner', invited_by: 'root', joined_at: THEN };
    const { id: memberId } = await insertRow(owner, 'team_members', member);
    rows = {
      ...validRows(String(account.id)),
      verification_logs: { request_id: requestId, status: 'IN_PROGRESS', created_at: THEN },
      account_passkeys: {
        ...{ credential_id: randomBytes(32), account_id: account.id, public_key: randomBytes(77) },
        ...{ counter: '0', made_at: THEN },
      },
      account_traits: { account_id: account.id, kind: 'telegram_age', value: '2024', noted_at: THEN },
      clusters: {
        ...{ certainty: 'likely', people: 5, nominees: [1], reasons: {}, against: {}, found_at: THEN, seen_at: THEN },
      },
      tallies: { nominee_id: nomineeId, slot: 0, count: '1' },
      phase_times: { boundary: 'closes', at: THEN },
      years: { year: 2027, state: 'draft' },
      editions: { imported_at: THEN, digest: 'a', files: {} },
      exclusions: exclusion,
      objections: { exclusion_id: exclusionId, account_id: account.id, text: 'These were mine.', made_at: THEN },
      excluded_tallies: { nominee_id: nomineeId, count: '1' },
      activity: { kind: 'votes', minute: THEN, count: '1' },
      activity_progress: { recorded_until: THEN, settled_until: THEN, looked_at: THEN, in_flight: [] },
      entries: {
        account_id: account.id,
        category_id: categoryId,
        slot: 1,
        name: 'Orbit',
        key: 'orbit',
        candidate_id: candidateId,
        entered_at: THEN,
      },
      candidates: candidate,
      candidate_steps: { at: THEN, actor: 'Olena', kind: 'accept', candidate_id: candidateId, before: {}, after: {} },
      reminders: { account_id: account.id, year: 2026, kind: 'stopped', step: 'phone', sent_at: THEN },
      visits: { day: new Date(2026, 4, 1), campaign: '', step: 'views', count: '1' },
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
      team_alarms: { member_id: memberId, channel: 'mail', address: 'olena@example.org', language: 'uk' },
      hooks: { url: 'https://hooks.example.org/', language: 'uk', added_at: THEN, added_by: 'Olena' },
      api_tokens: { hash: randomBytes(32), name: 'Sheet', role: 'auditor', member_id: memberId, made_at: THEN },
      team_invitations: {
        token_hash: randomBytes(32),
        name: 'Petro',
        role: 'editor',
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
