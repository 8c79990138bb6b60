import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EditionImport, importEdition, readEdition } from './editions.ts';
import { checkGuards, compareTallies } from './guards.ts';
import { inYear, isOfEdition } from './in-year.ts';
import { planImport } from './nominees.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, insertVoter, insertVoters, type TestVoter, THEN } from './testing-rows.ts';

const REFUSED = 'LA001';
const DENIED = '42501';
const at = (minutes: number): Date => new Date(THEN.getTime() + minutes * 60_000);
const company = (name: string) => ({ nomination: 'media', niche: 'blog', company: name });
/** Voting is over after an hour, and the winners are announced after two. */
const edition = (change: Partial<EditionImport> = {}): EditionImport => ({
  ...{ year: 2026, digest: `of ${change.year ?? 2026}`, approvals: 1, embargo: false, facts: {}, files: new Map() },
  nominees: [company('one'), company('two')],
  ...{ opensAt: null, closesAt: at(60), announcedAt: at(120) },
  ...change,
});

describe('editions of several years', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let app: pg.Pool;
  beforeEach(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    app = new pg.Pool({ connectionString: test.url, max: 8 });
    app.on('error', () => undefined);
  });
  afterEach(async () => {
    await app.end();
    await owner.end();
    await test.drop();
  });

  const publish = (change: Partial<EditionImport> = {}) =>
    importEdition(owner, edition(change), { by: { actor: 'olena', reason: 'a test' }, now: () => at(0) });
  const create = (year = 2027) => owner.query(`SELECT create_year($1, 'olena', 'next year', $2)`, [year, THEN]);
  const plan = (year = 2027, when: Date | null = at(180)) =>
    owner.query(`SELECT plan_switch($1, $2, 'olena', 'next year', $3)`, [year, when, THEN]);
  const basis = async () => (await app.query('SELECT archive_basis() AS basis')).rows[0]?.basis;
  const switchNow = async (now = at(180), of?: string, db: pg.Pool | pg.Client = app): Promise<boolean> => {
    const { rows } = await db.query('SELECT switch_year($1, $2, $3, $4, $5) AS done', [
      of ?? (await basis()),
      ['/2026/'],
      ['{"content-type": "text/html"}'],
      [Buffer.from('the winners')],
      now,
    ]);
    return rows[0]?.done;
  };
  const nomineesOf = async (year: number) =>
    (
      await owner.query<{ id: number }>(
        'SELECT n.id FROM nominees n JOIN all_categories c ON c.id = n.category_id WHERE c.year = $1 ORDER BY n.id',
        [year],
      )
    ).rows.map(({ id }) => id);
  const states = async () =>
    Object.fromEntries(
      (await owner.query('SELECT year, state FROM years')).rows.map(({ year, state }) => [year, state]),
    );
  /** Publishes the final totals, as a server does once voting is over. */
  const finish = () => app.query('SELECT FROM publish_tallies($1, 1, 1, true)', [at(121)]);
  const vote = async (voter: TestVoter, year = 2026, now = at(1)): Promise<string> => {
    const [nominee = 0] = await nomineesOf(year);
    return castVotes(app, [[voter.sessionId, nominee]], now);
  };
  /** This year's edition with a vote and final totals, and next year's, planned. */
  const prepare = async (): Promise<TestVoter> => {
    await publish();
    const voter = await insertVoter(owner);
    expect(await vote(voter)).toBe('A');
    await finish();
    await create();
    await publish({ year: 2027, closesAt: at(100_000), announcedAt: null });
    await plan();
    return voter;
  };

  it('are prepared beside the current one, which does not change', async () => {
    await publish();
    const before = await readEdition(app);
    await create();
    await publish({ year: 2027, nominees: [company('three')], closesAt: null, announcedAt: null });
    expect(await states()).toEqual({ 2026: 'current', 2027: 'draft' });
    expect(await readEdition(app)).toEqual(before);
    expect((await planImport(app, [])).withdrawn.map((each) => each.company)).toEqual(['one', 'two']);
    expect((await inYear(app, 2027, (db) => planImport(db, []))).withdrawn).toMatchObject([{ company: 'three' }]);
    expect((await owner.query('SELECT FROM nominees WHERE withdrawn_at IS NOT NULL')).rowCount).toBe(0);
    expect(await checkGuards(owner, 'laurel_test_app')).toEqual([]);
  });

  it('become the current one in one step: votes stay, and a voter has another random id and may vote again', async () => {
    const voter = await prepare();
    const votes = (await owner.query('SELECT * FROM votes')).rows;
    expect(await switchNow()).toBe(true);
    expect(await states()).toEqual({ 2026: 'archived', 2027: 'current' });
    expect((await owner.query('SELECT * FROM votes')).rows).toEqual(votes);
    const { rows } = await owner.query(
      'SELECT a.voter_id AS now, p.voter_id AS past FROM accounts a JOIN past_voters p ON p.account_id = a.id',
    );
    expect(rows).toEqual([{ now: expect.any(String), past: voter.voterId }]);
    expect(rows[0]?.now).not.toBe(voter.voterId);
    expect(await vote(voter, 2027, at(200))).toBe('A');
    expect(await compareTallies(app)).toEqual([]);
    const { rows: counts } = await app.query(
      `SELECT count(*)::int AS count FROM votes v WHERE ${await isOfEdition(app)}`,
    );
    expect(counts).toEqual([{ count: 1 }]);
    expect((await owner.query('SELECT subject, detail FROM audit_entries ORDER BY id DESC LIMIT 1')).rows).toEqual([
      { subject: '2027', detail: { archived: 2026 } },
    ]);
  });

  // This test fails with a vote that is judged by the times of its category alone.
  it('take no vote of another one: not before the switch, and not of the archived one after it', async () => {
    const voter = await prepare();
    const other = await insertVoter(owner);
    expect(await vote(other, 2027)).toBe('N');
    await switchNow();
    expect(await vote(voter, 2026, at(2))).toBe('N');
    expect(await vote(other, 2026, at(2))).toBe('N');
    expect((await owner.query('SELECT FROM votes')).rowCount).toBe(1);
  });

  it('can’t be switched to while this year’s result can still change', async () => {
    await publish();
    await vote(await insertVoter(owner));
    await create();
    await expect(plan()).rejects.toMatchObject({ code: REFUSED, message: 'unpublished' });
    await publish({ year: 2027 });
    await plan(2027, at(10));
    const refused = { code: REFUSED, message: 'open' };
    await expect(switchNow(at(30))).rejects.toMatchObject(refused);
    // Announced, but the totals are not final.
    await expect(switchNow(at(130))).rejects.toMatchObject(refused);
    await finish();
    await expect(switchNow(at(119))).rejects.toMatchObject(refused);
    // The announcement was put off, first without a time.
    await owner.query(`INSERT INTO phase_times (boundary, at) VALUES ('announced', NULL)`);
    await expect(switchNow(at(130))).rejects.toMatchObject(refused);
    await owner.query(`UPDATE phase_times SET at = $1 WHERE boundary = 'announced'`, [at(150)]);
    await expect(switchNow(at(130))).rejects.toMatchObject(refused);
    expect(await switchNow(at(151))).toBe(true);
  });

  // This test fails if the result must be the last leaf: the announcement, which is another time, often follows it.
  it('wait for the result of all votes and exclusions and for a report in the public log, which times may follow', async () => {
    await prepare();
    const leaf = (kind: string, place: number) =>
      owner.query(`INSERT INTO log_items (leaf, kind, ref) VALUES ($1, $2, '')`, [place, kind]);
    const checkpoint = (size: number) =>
      owner.query(
        `INSERT INTO log_checkpoints (size, root, note, at, votes, voters, totals, next_tx, cluster)
         VALUES ($1, sha256('a'), 'a', $2, 0, 0, '{}', 1, '1')`,
        [size, THEN],
      );
    await leaf('phase', 0);
    await checkpoint(1);
    await expect(switchNow()).rejects.toMatchObject({ code: REFUSED, message: 'log' });
    await leaf('result', 1);
    await leaf('exclusion', 2);
    await checkpoint(3);
    await expect(switchNow()).rejects.toMatchObject({ code: REFUSED, message: 'log' });
    await leaf('result', 3);
    await leaf('phase', 4);
    await checkpoint(5);
    await expect(switchNow()).rejects.toMatchObject({ code: REFUSED, message: 'log' });
    await owner.query(`INSERT INTO log_items (leaf, kind, ref, content) VALUES (5, 'report', '1', '{}')`);
    expect(await switchNow()).toBe(true);
    // The next log begins at its own first leaf.
    await leaf('phase', 0);
    await checkpoint(1);
    const read = 'SELECT max(size)::int AS size FROM log_checkpoints';
    expect((await app.query(read)).rows).toEqual([{ size: 1 }]);
    expect(await inYear(app, 2026, async (db) => (await db.query(read)).rows)).toEqual([{ size: 5 }]);
  });

  it('are switched to once, however many processes try, and only with an archive of the newest state', async () => {
    await prepare();
    expect(await switchNow(at(180), 'another state')).toBe(false);
    const of = await basis();
    const tried = await Promise.all(Array.from({ length: 8 }, () => switchNow(at(180), of)));
    expect(tried.filter(Boolean)).toHaveLength(1);
    expect((await owner.query('SELECT path, body FROM archived_answers')).rows).toEqual([
      { path: '/2026/', body: Buffer.from('the winners') },
    ]);
    expect((await owner.query('SELECT FROM past_voters')).rowCount).toBe(1);
  });

  it('are switched to by another process if one is killed before its switch is complete', async () => {
    await prepare();
    const before = await states();
    const killed = await connect(test.url);
    killed.on('error', () => undefined);
    const [{ pid } = { pid: 0 }] = (await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    await killed.query('BEGIN');
    expect(await switchNow(at(180), undefined, killed)).toBe(true);
    await owner.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
    expect(await states()).toEqual(before);
    expect((await owner.query('SELECT FROM archived_answers')).rowCount).toBe(0);
    expect(await switchNow()).toBe(true);
  });

  it('are switched to at their time, which can be moved and taken back', async () => {
    await prepare();
    expect(await switchNow(at(179))).toBe(false);
    await plan(2027, at(300));
    expect(await switchNow(at(180))).toBe(false);
    await plan(2027, null);
    expect(await switchNow(at(400))).toBe(false);
    await expect(plan(2026)).rejects.toMatchObject({ code: REFUSED, message: 'draft' });
    await expect(plan(2030)).rejects.toMatchObject({ code: REFUSED, message: 'draft' });
  });

  // This test fails without the lock of the ballots in switch_year().
  it('count each vote that was accepted before the switch, and none after it', async () => {
    await publish({ closesAt: null, announcedAt: null });
    await create();
    await publish({ year: 2027 });
    await plan(2027, at(0));
    const voters = await insertVoters(owner, 60);
    const [nominee = 0] = await nomineesOf(2026);
    const casts = voters.map(({ sessionId }) => castVotes(app, [[sessionId, nominee]], at(1)));
    const [done] = await Promise.all([switchNow(at(1)).catch(() => false), ...casts]);
    const outcomes = await Promise.all(casts);
    const accepted = outcomes.filter((outcome) => outcome === 'A').length;
    expect((await owner.query('SELECT FROM votes')).rowCount).toBe(accepted);
    expect(done).toBe(accepted === 0);
    expect(outcomes.every((outcome) => outcome === (done ? 'N' : 'A'))).toBe(true);
  });

  it('keep what is archived: no version, no exclusion, no time and no answer changes', async () => {
    await prepare();
    await switchNow();
    await expect(publish({ digest: 'other' })).rejects.toThrow('edition of 2026');
    await expect(create(2026)).resolves.toMatchObject({ rows: [{ create_year: false }] });
    const writeThere = async (sql: string) => {
      await owner.query('BEGIN');
      await owner.query(`SELECT set_config('laurel.year', '2026', true)`);
      await owner.query(sql);
      await owner.query('COMMIT');
    };
    const before = (await owner.query('SELECT * FROM all_categories WHERE year = 2026')).rows;
    await writeThere('UPDATE categories SET closes_at = NULL');
    expect((await owner.query('SELECT * FROM all_categories WHERE year = 2026')).rows).toEqual(before);
    await expect(owner.query('DELETE FROM archived_answers')).rejects.toMatchObject({ code: '23001' });
    await expect(app.query(`UPDATE years SET state = 'draft'`)).rejects.toMatchObject({ code: DENIED });
    await expect(app.query('DELETE FROM all_exclusions')).rejects.toMatchObject({ code: DENIED });
  });

  it('ask again for proofs that are older than the edition allows, and for no others', async () => {
    await publish({ announcedAt: null });
    const [old, fresh] = await insertVoters(owner, 2);
    await owner.query(`UPDATE social_links SET verified_at = $2 WHERE account_id <> $1`, [old?.accountId, at(60)]);
    await create();
    await publish({ year: 2027, facts: { 'reverify.social': '12' } });
    await plan();
    const allowed = async () =>
      (
        await app.query('SELECT account_id AS id FROM voter_eligibility WHERE phone_ok AND social_ok ORDER BY id')
      ).rows.map(({ id }) => id);
    expect(await switchNow(new Date('2027-05-01T10:30:00Z'))).toBe(true);
    expect(await allowed()).toEqual([fresh?.accountId]);
    await publish({ year: 2027, digest: 'stricter', facts: { 'reverify.phone': '6' } });
    expect(await allowed()).toEqual([]);
  });

  it('forget an erased person in all years', async () => {
    const voter = await prepare();
    await owner.query(`INSERT INTO vote_origins VALUES ($1, 1, $2, '203.0.113.0/24', 'Chrome', NULL)`, [
      voter.voterId,
      THEN,
    ]);
    await switchNow();
    await owner.query('SELECT erase_account($1, $2, $3)', [voter.accountId, Buffer.alloc(32), at(200)]);
    expect((await owner.query('SELECT FROM past_voters')).rowCount).toBe(0);
    expect((await owner.query('SELECT FROM vote_origins')).rowCount).toBe(0);
    expect((await owner.query('SELECT FROM votes')).rowCount).toBe(1);
  });

  it('have a mistyped year until somebody votes or there is another one', async () => {
    await publish({ year: 2062 });
    await publish({ year: 2026, digest: 'right' });
    expect(await states()).toEqual({ 2026: 'current' });
    expect(await readEdition(app)).toMatchObject({ digest: 'right' });
    expect((await planImport(app, [])).withdrawn).toHaveLength(2);
    await create();
    await expect(publish({ year: 2028 })).rejects.toThrow('laurel edition create 2028 --from 2026');
  });
});
