import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importEdition } from './editions.ts';
import type { Queryable } from './queryable.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { connect, insertVoters, THEN } from './testing-rows.ts';

const at = (hours: number): Date => new Date(THEN.getTime() + hours * 3_600_000);
const REFUSED = 'LA002';

describe('a move of the phases by two people', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let pool: pg.Pool;
  beforeAll(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    pool = new pg.Pool({ connectionString: test.consoleUrl, max: 6 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const nominees = [{ nomination: 'media', niche: 'blog', company: 'one' }];
    const times = { opensAt: at(-100), closesAt: at(200), announcedAt: at(300) };
    const edition = {
      nominees,
      ...times,
      year: 2026,
      digest: 'x',
      approvals: 2,
      embargo: false,
      facts: {},
      files: new Map(),
    };
    await importEdition(owner, edition, { by: { actor: 'test', reason: 'a test' }, now: () => THEN });
  });
  beforeEach(async () => {
    await owner.query('DELETE FROM phase_proposals');
    await owner.query('DELETE FROM phase_times');
  });
  afterAll(async () => {
    await pool.end();
    await owner.end();
    await test.drop();
  });

  const propose = async (actor = 'Olena (console)'): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT propose_phases('{"closes": "now", "clear": false}', '{}', '{}', '{}', $1, 'a test', $2) AS id`,
      [actor, THEN],
    );
    return rows[0]?.id ?? 0;
  };
  const decide = async (id: number, actor: string, { approve = true, now = at(1) } = {}): Promise<boolean> =>
    (await pool.query('SELECT decide_phases($1, $2, $3, $4, $5) AS done', [id, approve, actor, 'a test', now])).rows[0]
      .done;
  const move = (proposal: number | null, moved: Record<string, Date | null>, client: Queryable = pool) =>
    client.query('SELECT move_phases_agreed($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      proposal,
      Object.keys(moved),
      Object.values(moved),
      at(-100),
      at(200),
      at(300),
      'Taras (console)',
      'a test',
      {},
      at(1),
    ]);
  const closes = async () => (await owner.query('SELECT closes_at AS at FROM categories')).rows[0].at;

  it('needs an approved proposal, which counts once', async () => {
    const id = await propose();
    await expect(move(null, { closes: at(50) })).rejects.toMatchObject({ code: REFUSED });
    await expect(move(id, { closes: at(50) })).rejects.toMatchObject({ code: REFUSED });
    expect(await decide(id, 'Taras (console)')).toBe(true);
    const moves = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => move(id, { closes: at(50 + n) })));
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.query(`SELECT FROM audit_entries WHERE action = 'phase.set'`)).rowCount).toBe(1);
  });

  it('is needed for the announcement and for times that go back to the files, not for the opening', async () => {
    await expect(move(null, { announced: at(250) })).rejects.toMatchObject({ code: REFUSED });
    await expect(move(null, { announced: null })).rejects.toMatchObject({ code: REFUSED });
    await move(null, { opens: at(-50) });
    await owner.query(`INSERT INTO phase_times VALUES ('closes', $1)`, [at(210)]);
    await expect(move(null, {})).rejects.toMatchObject({ code: REFUSED });
    await move(null, { closes: at(210), opens: at(-60) });
    expect(await closes()).toEqual(at(210));
  });

  it('is needed for another end of voting, which is the announcement without a closing time', async () => {
    await owner.query(`INSERT INTO phase_times VALUES ('closes', NULL)`);
    await expect(move(null, { closes: at(299) })).rejects.toMatchObject({ code: REFUSED });
    await expect(move(null, { closes: null, announced: at(301) })).rejects.toMatchObject({ code: REFUSED });
    await move(null, { closes: at(300) });
    expect(await closes()).toEqual(at(300));
  });

  it('is needed for a later opening that stops voting, but not while voting has not begun', async () => {
    // Voting opened at hour -100. The moves are made at hour 1.
    await expect(move(null, { opens: at(2) })).rejects.toMatchObject({ code: REFUSED });
    await expect(move(null, { opens: at(2), closes: at(200) })).rejects.toMatchObject({ code: REFUSED });
    await move(null, { opens: at(0) });
    await owner.query(`UPDATE phase_times SET at = $1 WHERE boundary = 'opens'`, [at(3)]);
    await move(null, { opens: at(5) });
    await move(null, { opens: at(-2) });
    await expect(move(null, { opens: at(2) })).rejects.toMatchObject({ code: REFUSED });
  });

  it('is approved only by another person; another place or other capitals are the same person', async () => {
    const id = await propose();
    for (const name of ['Olena (console)', 'olena', 'OLENA', 'Olena']) expect(await decide(id, name), name).toBe(false);
    expect(await decide(id, 'Taras')).toBe(true);
  });

  it('is decided once, by one of many at once', async () => {
    const id = await propose();
    const people = Array.from({ length: 12 }, (_, n) => `person ${n}`);
    const decided = await Promise.all(people.map((name, n) => decide(id, name, { approve: n % 2 === 0 })));
    expect(decided.filter(Boolean)).toHaveLength(1);
    const entries = await owner.query(
      `SELECT FROM audit_entries WHERE action IN ('phase.approve', 'phase.refuse') AND subject = $1`,
      [`proposal ${id}`],
    );
    expect(entries.rowCount).toBe(1);
  });

  it('is possible for 24 hours, and not once refused', async () => {
    const late = await propose();
    expect(await decide(late, 'Taras', { now: at(24) })).toBe(false);
    const refused = await propose();
    expect(await decide(refused, 'Taras', { approve: false })).toBe(true);
    await expect(move(refused, { closes: at(50) })).rejects.toMatchObject({ code: REFUSED });
  });

  it('names no person in its reason', async () => {
    const sql = `SELECT propose_phases('{}', '{}', '{}', '{}', 'x', 'ada@example.org asked', now())`;
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '23514' });
  });

  it('counts the votes since a time by their index, and the people who can’t vote yet', async () => {
    await insertVoters(owner, 3);
    await owner.query(`UPDATE accounts SET totp_confirmed_at = NULL WHERE id = (SELECT id FROM accounts LIMIT 1)`);
    // Somebody with two social accounts and no phone is one person.
    const { rows: people } = await owner.query<{ id: string }>(
      'SELECT id FROM accounts ORDER BY totp_confirmed_at NULLS LAST LIMIT 1',
    );
    await owner.query('UPDATE phone_verifications SET revoked_at = verified_at WHERE account_id = $1', [people[0]?.id]);
    await owner.query(
      `INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
       SELECT account_id, 'INSTAGRAM_SUBSCRIPTION', sha256('x'), verified_at FROM social_links WHERE account_id = $1`,
      [people[0]?.id],
    );
    // Somebody who gave up two days ago is not touched.
    await owner.query(
      `INSERT INTO accounts (name, email, email_canonical, password_hash, phone_number, created_at)
       VALUES ('x', 'x@example.org', 'x@example.org', '-', '+380670000000', $1)`,
      [at(-48)],
    );
    await owner.query(
      `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
       SELECT gen_random_uuid(), 1, 1, $1::timestamptz - n * interval '1 second' FROM generate_series(0, 199999) n ORDER BY n DESC`,
      [THEN],
    );
    await owner.query('VACUUM ANALYZE votes');
    const { rows } = await pool.query('SELECT * FROM phase_numbers($1)', [at(-1)]);
    expect(rows).toEqual([{ votes: '3601', unfinished: '2' }]);
    const plan = await owner.query(`EXPLAIN SELECT count(*) FROM votes WHERE cast_at >= '${at(-1).toISOString()}'`);
    expect(JSON.stringify(plan.rows)).toContain('votes_cast_at_idx');
    // The votes of settled whole minutes are read from the activity, the others from their rows.
    await owner.query(
      `INSERT INTO activity SELECT 'votes', date_trunc('minute', cast_at), count(*) FROM votes WHERE cast_at < $1 GROUP BY 2`,
      [THEN],
    );
    await owner.query(`INSERT INTO activity_progress VALUES (true, $1, $1, $1, '{}')`, [THEN]);
    const since = new Date(at(-1).getTime() + 30_000);
    const recorded = await pool.query('SELECT votes FROM phase_numbers($1)', [since]);
    expect(recorded.rows).toEqual([{ votes: '3571' }]);
    await owner.query(`UPDATE activity SET count = count + 1 WHERE minute = $1`, [at(-1)]);
    expect((await pool.query('SELECT votes FROM phase_numbers($1)', [since])).rows).toEqual([{ votes: '3571' }]);
    await owner.query(`UPDATE activity SET count = count + 5 WHERE minute = $1::timestamptz - interval '2 minutes'`, [
      THEN,
    ]);
    expect((await pool.query('SELECT votes FROM phase_numbers($1)', [since])).rows).toEqual([{ votes: '3576' }]);
  });
});
