import { randomBytes } from 'node:crypto';
import { useTestQueue } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { prune, pruneDeadJobs } from './upkeep.ts';

const DAY_MS = 24 * 60 * 60_000;
const bytes = () => new Uint8Array(randomBytes(32));

describe('upkeep', () => {
  const queue = useTestQueue();
  let accountId: string;
  const now = new Date('2025-11-20T12:00:00Z');

  beforeAll(async () => {
    const account = await queue.db.account.create({
      data: {
        name: 'Ada',
        email: 'a@b.org',
        emailCanonical: 'a@b.org',
        passwordHash: '-',
        createdAt: now,
      },
    });
    await queue.db.account.update({ where: { id: account.id }, data: { emailVerifiedAt: now } });
    accountId = account.id;
  });

  /** One row of each kind that expires (or, for rows deleted by age, was created) at an offset from `now`. */
  const insertRows = async (ms: number): Promise<void> => {
    const at = after(now, ms);
    const created = { createdAt: after(at, -DAY_MS) };
    const { db } = queue;
    await db.challenge.create({
      data: { accountId, kind: 'totp_login', handleHash: bytes(), ...created, expiresAt: at },
    });
    await db.session.create({ data: { accountId, ...created, expiresAt: at } });
    await db.twoFactorSetup.create({
      data: { accountId, browserHash: bytes(), secret: bytes(), ...created, expiresAt: at },
    });
    await db.device.create({ data: { accountId, tokenHash: bytes(), ...created, expiresAt: at } });
    await db.rateLimit.create({ data: { key: `key ${ms}`, points: 1, expiresAt: at } });
    await db.flood.create({ data: { work: 'sms', network: `network ${ms}`, heat: 1, isOn: true, at } });
    await db.spentProof.create({ data: { nonce: new Uint8Array(randomBytes(16)), expiresAt: at } });
    await db.claim.create({ data: { kind: 'phone', fingerprint: bytes(), accountId, heldUntil: at } });
    await db.$executeRaw`INSERT INTO client_hints (account_id, event, observed_ip, created_at) VALUES (${accountId}::uuid, 'login', '192.0.2.1', ${at})`;
    await db.smsCharge.create({
      data: { accountId, phoneHash: bytes(), callingCode: '380', network: '192.0.2.1', chargedAt: at },
    });
  };
  const counts = async (): Promise<number[]> => {
    const { db } = queue;
    return Promise.all([
      db.challenge.count(),
      db.session.count(),
      db.twoFactorSetup.count(),
      db.device.count(),
      db.rateLimit.count(),
      db.claim.count(),
      db.flood.count(),
      db.spentProof.count(),
      db.clientHint.count(),
      db.smsCharge.count(),
    ]);
  };

  it('deletes expired rows and nothing else', async () => {
    await insertRows(60_000);
    await insertRows(-60_000);
    await insertRows(-2 * DAY_MS);
    await insertRows(-31 * DAY_MS);
    await insertRows(-89 * DAY_MS);
    await insertRows(-91 * DAY_MS);
    expect(await counts()).toEqual([6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);
    await prune(queue.db, now);
    expect(await counts()).toEqual([2, 1, 1, 1, 1, 1, 2, 2, 5, 3]);
    await prune(queue.db, after(now, 400 * DAY_MS));
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await queue.db.account.count()).toBe(1);
  });

  it('takes the account out of a claim whose day has ended, which stays for thirty days', async () => {
    const since = after(now, -DAY_MS);
    const claim = (heldUntil: Date) => ({ kind: 'phone', fingerprint: bytes(), accountId, heldUntil, since });
    await queue.db.claim.createMany({ data: [claim(now), claim(after(now, 1))] });
    const claims = () =>
      queue.db.claim.findMany({ orderBy: { heldUntil: 'asc' }, select: { accountId: true, since: true } });
    await prune(queue.db, now);
    // This test failed (twice the account) before upkeep released claims.
    expect(await claims()).toEqual([
      { accountId: null, since },
      { accountId, since },
    ]);
    await prune(queue.db, after(now, 29 * DAY_MS));
    expect(await claims()).toEqual([]);
  });

  // This test fails with one statement for each table: the largest deletes all rows.
  it('deletes any number of rows, in parts', async () => {
    await queue.asOwner(`
      CREATE TABLE parts (rows int);
      GRANT INSERT ON parts TO PUBLIC;
      CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO parts SELECT count(*) FROM gone; RETURN NULL; END';
      CREATE TRIGGER note_part AFTER DELETE ON client_hints REFERENCING OLD TABLE AS gone EXECUTE FUNCTION note_part();
      INSERT INTO client_hints (account_id, event, observed_ip, created_at)
      SELECT '${accountId}', 'login', '192.0.2.1', '2025-01-01' FROM generate_series(1, 20001)`);
    await prune(queue.db, now);
    expect(await queue.asOwner('SELECT FROM client_hints')).toEqual([]);
    const [parts] = await queue.asOwner('SELECT sum(rows)::int AS all, max(rows) AS most FROM parts');
    expect(parts).toEqual({ all: 20_001, most: 10_000 });
    await queue.asOwner('DROP TRIGGER note_part ON client_hints; DROP FUNCTION note_part; DROP TABLE parts');
  });

  // This test fails with the steps one after the other: everything after the table that fails stays.
  it('goes on after a table that fails, and reports it at the end', async () => {
    await insertRows(-91 * DAY_MS);
    const before = await counts();
    await queue.asOwner(`
      CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse_delete BEFORE DELETE ON challenges EXECUTE FUNCTION refuse_delete()`);
    await expect(prune(queue.db, now)).rejects.toThrow('expired rows stay in challenges');
    const [challenges, ...others] = await counts();
    expect(challenges).toBe(before[0]);
    expect(others).toEqual(before.slice(1).map((count) => count - 1));
    await queue.asOwner('DROP TRIGGER refuse_delete ON challenges; DROP FUNCTION refuse_delete');
    await prune(queue.db, now);
    expect((await counts())[0]).toBe((before[0] ?? 0) - 1);
  });

  it('deletes the origins of votes 90 days after the announcement, in parts', async () => {
    await queue.asOwner(`INSERT INTO vote_origins SELECT gen_random_uuid(), 1, '${now.toISOString()}', '203.0.113.0/24', 'other', NULL
                           FROM generate_series(1, 50001)`);
    const origins = () => queue.asOwner('SELECT FROM vote_origins');
    await prune(queue.db, after(now, 400 * DAY_MS));
    expect(await origins()).toHaveLength(50_001);
    await queue.asOwner(
      `INSERT INTO all_phase_times (boundary, at, year) VALUES ('announced', '${now.toISOString()}', 2026)`,
    );
    await prune(queue.db, after(now, 90 * DAY_MS - 1));
    expect(await origins()).toHaveLength(50_001);
    await prune(queue.db, after(now, 90 * DAY_MS));
    expect(await origins()).toEqual([]);
  });

  it('deletes a session of the console 90 days after it was ended or has expired, never earlier by a wrong clock', async () => {
    const session = (ends: number, ended: number | null) =>
      `INSERT INTO team_sessions (token_hash, member_id, started_at, last_seen_at, ends_at, passkey_at, network, browser, ended_at)
       SELECT sha256(gen_random_uuid()::text::bytea), id, '2025-01-01', '2025-01-01', '${after(now, ends).toISOString()}', '2025-01-01',
              '192.0.2.0/24', 'Firefox', ${ended === null ? 'NULL' : `'${after(now, ended).toISOString()}'`} FROM team_members`;
    await queue.asOwner(
      `INSERT INTO team_members (name, role, invited_by, joined_at) VALUES ('Olena', 'owner', 'test', '2025-01-01')`,
    );
    await queue.asOwner(session(0, null));
    await queue.asOwner(session(0, -DAY_MS));
    await queue.asOwner(session(Date.now() - now.getTime() + DAY_MS, null));
    const left = async () => (await queue.asOwner('SELECT FROM team_sessions')).length;
    await prune(queue.db, after(now, 89 * DAY_MS - 1));
    expect(await left()).toBe(3);
    await prune(queue.db, after(now, 89 * DAY_MS));
    expect(await left()).toBe(2);
    await prune(queue.db, after(now, 90 * DAY_MS));
    expect(await left()).toBe(1);
    await prune(queue.db, after(now, 10_000 * DAY_MS));
    expect(await left()).toBe(1);
  });

  it('runs as a job of the queue, by the application clock', async () => {
    // By the machine's clock, which is a day behind, both would stay.
    queue.clock.advance(DAY_MS);
    const sinceThen = queue.clock.now().getTime() - now.getTime();
    await insertRows(sinceThen - 60_000);
    await insertRows(sinceThen + 60_000);
    await queue.asOwner(`SELECT graphile_worker.add_job('prune')`);
    await queue.jobs.drain();
    expect((await counts())[1]).toBe(1);
  });

  it('deletes a job that failed for good after a week', async () => {
    const machineNow = new Date();
    await queue.asOwner(`SELECT graphile_worker.add_job('send_mail', '{}', job_key => 'dead')`);
    await queue.asOwner(`SELECT graphile_worker.add_job('send_mail', '{}', job_key => 'alive')`);
    await queue.asOwner(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'dead'`);
    const keys = () => queue.asOwner('SELECT key FROM graphile_worker._private_jobs ORDER BY key');
    await pruneDeadJobs(queue.db, after(machineNow, 6 * DAY_MS));
    expect(await keys()).toHaveLength(2);
    await pruneDeadJobs(queue.db, after(machineNow, 8 * DAY_MS));
    expect(await keys()).toEqual([{ key: 'alive' }]);
  });
});
