import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { insertRow, type Row, THEN } from './testing-rows.ts';

const { owner, app, close } = await openTestDatabase();
afterAll(close);

const DENIED = '42501';
const REFUSED = '23001';

const entry = (change: Row = {}): Row => ({
  at: THEN,
  actor: 'olena',
  action: 'user.unlock',
  subject: 'account 7d1f0a52-3a10-4f0c-9a51-446655440000',
  reason: 'asked by mail on 2026-11-21 23:00, ticket 4711',
  detail: { wrongCodes: 3 },
  ...change,
});

/** Every statement that would change the log. */
const CHANGES = [
  `UPDATE audit_entries SET reason = 'another'`,
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
  `INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (id) DO UPDATE SET actor = 'nobody'`,
  'MERGE INTO audit_entries a USING audit_entries b ON a.id = b.id WHEN MATCHED THEN DELETE',
] as const;

describe('the audit log', () => {
  beforeAll(async () => {
    await insertRow(app, 'audit_entries', entry());
  });

  it.each(CHANGES)('cannot be changed by the application: %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
  });

  it('does not let the application choose an id', async () => {
    await expect(insertRow(app, 'audit_entries', entry({ id: 7 }))).rejects.toMatchObject({ code: DENIED });
  });

  // The owner of a test database is a superuser, so only the triggers stop it.
  it.each(CHANGES)('cannot be changed by the owner: %s', async (sql) => {
    await expect(owner.query(sql)).rejects.toMatchObject({ code: REFUSED });
  });

  it.each(CHANGES)('cannot be changed by a session in the replica role: %s', async (sql) => {
    await owner.query('BEGIN');
    await owner.query('SET LOCAL session_replication_role = replica');
    await expect(owner.query(sql)).rejects.toMatchObject({ code: REFUSED });
    await owner.query('ROLLBACK');
  });

  it.each([
    ['audit_entries_impersonal', { reason: 'wrote from ada@example.org' }],
    ['audit_entries_impersonal', { reason: 'is @ada on Instagram' }],
    ['audit_entries_impersonal', { reason: 'called from +38 (067) 123-45-67' }],
    ['audit_entries_impersonal', { reason: 'called from 0671234567.' }],
    ['audit_entries_impersonal', { subject: 'ada@example.org' }],
    ['audit_entries_impersonal', { detail: { email: 'ada@example.org' } }],
    ['audit_entries_said', { actor: '' }],
    ['audit_entries_said', { subject: '' }],
    ['audit_entries_said', { reason: '' }],
    ['audit_entries_action', { action: 'Unlock somebody' }],
    ['audit_entries_detail', { detail: '[]' }],
  ])('is checked by %s: %j', async (constraint, change) => {
    await expect(insertRow(app, 'audit_entries', entry(change))).rejects.toMatchObject({ constraint });
  });

  it.each([
    { reason: null },
    { reason: 'duplicate of 7d1f0a52-3a10-4f0c-9a51-446655440000, voting ends 2026-12-01T20:00:00.000Z' },
  ])('accepts %j', async (change) => {
    expect(await insertRow(app, 'audit_entries', entry(change))).toMatchObject(change);
  });
});
