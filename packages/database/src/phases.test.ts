import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { castVotes, connect, countWaiting, importNominees, insertVoters, THEN } from './testing-rows.ts';

const DENIED = '42501';
const nominees = [{ nomination: 'media', niche: 'blog', company: 'one' }];
const at = (day: number): Date => new Date(Date.UTC(2031, 0, day));
type Files = { opensAt: Date | null; closesAt: Date | null; announcedAt: Date | null };
const NEVER: Files = { opensAt: null, closesAt: null, announcedAt: null };

describe('the times of voting', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let owner: pg.Client;
  let app: pg.Client;
  beforeEach(async () => {
    test = await openTestDatabase();
    ({ owner, app } = test);
  });
  afterEach(() => test.close());

  const move = (moved: Record<string, Date | null>, files = NEVER, reason: string | null = 'a test') =>
    app.query('SELECT move_phases($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      Object.keys(moved),
      Object.values(moved),
      files.opensAt,
      files.closesAt,
      files.announcedAt,
      'olena',
      reason,
      {},
      THEN,
    ]);
  const times = async () => (await app.query('SELECT opens_at AS opens, closes_at AS closes FROM categories')).rows[0];
  const entries = async () =>
    (await app.query(`SELECT actor, action, subject, reason FROM audit_entries WHERE action = 'phase.set'`)).rows;

  it('are those of the files, and the announcement ends voting without an end', async () => {
    await importNominees(owner, { nominees, ...NEVER });
    expect(await times()).toEqual({ opens: null, closes: null });
    await importNominees(owner, { nominees, opensAt: at(1), closesAt: null, announcedAt: at(9) });
    expect(await times()).toEqual({ opens: at(1), closes: at(9) });
    await importNominees(owner, { nominees, opensAt: at(1), closesAt: at(5), announcedAt: at(9) });
    expect(await times()).toEqual({ opens: at(1), closes: at(5) });
  });

  it('are moved by the application only through move_phases(), which records it', async () => {
    await importNominees(owner, { nominees, ...NEVER });
    await move({ closes: at(4), announced: at(6) });
    expect(await times()).toEqual({ opens: null, closes: at(4) });
    expect(await entries()).toEqual([{ actor: 'olena', action: 'phase.set', subject: 'edition', reason: 'a test' }]);
    await move({ announced: at(6) });
    expect(await times()).toEqual({ opens: null, closes: at(6) });
    await move({ closes: null }, { opensAt: at(1), closesAt: at(5), announcedAt: at(9) });
    expect(await times()).toEqual({ opens: at(1), closes: at(9) });
    for (const sql of [
      `INSERT INTO phase_times VALUES ('closes', NULL)`,
      'DELETE FROM phase_times',
      'UPDATE categories SET closes_at = NULL',
      'SELECT apply_phase_times(NULL, NULL, NULL)',
    ]) {
      await expect(app.query(sql)).rejects.toMatchObject({ code: DENIED });
    }
  });

  it('stay unchanged, with no record, when a move is refused', async () => {
    await importNominees(owner, { nominees, ...NEVER });
    await expect(move({ closes: at(4) }, NEVER, null)).rejects.toThrow('without a reason');
    await expect(move({ closes: at(4) }, NEVER, 'told by ada@example.org')).rejects.toMatchObject({
      constraint: 'audit_entries_impersonal',
    });
    await expect(move({ lunch: at(4) })).rejects.toMatchObject({ constraint: 'phase_times_boundary' });
    expect(await times()).toEqual({ opens: null, closes: null });
    expect(await entries()).toEqual([]);
  });

  it('that were moved survive an import, while the others follow the files', async () => {
    await importNominees(owner, { nominees, ...NEVER });
    await move({ closes: at(4) });
    await importNominees(owner, { nominees, opensAt: at(1), closesAt: at(8), announcedAt: at(9) });
    expect(await times()).toEqual({ opens: at(1), closes: at(4) });
    await move({}, { opensAt: at(1), closesAt: at(8), announcedAt: at(9) });
    expect(await times()).toEqual({ opens: at(1), closes: at(8) });
  });

  it('apply to a batch of votes that arrives while they are being moved', async () => {
    await importNominees(owner, { nominees, ...NEVER });
    const voters = await insertVoters(owner, 2);
    const { rows } = await owner.query<{ id: number }>('SELECT id FROM nominees');
    const nominee = rows[0]?.id ?? 0;
    const [early, late] = [new Date(THEN.getTime() + 1_000), new Date(THEN.getTime() + 3_000)];
    const other = await connect(test.url);
    await app.query('BEGIN');
    await app.query('SELECT stop_ballots()');
    // This move may wait: the batches arrive late on a slow machine.
    await app.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const batches = [
      castVotes(owner, [[voters[0]?.sessionId ?? '', nominee]], early),
      castVotes(other, [[voters[1]?.sessionId ?? '', nominee]], late),
    ];
    await Promise.race([Promise.all(batches), expect.poll(() => countWaiting(app)).toBe(2)]);
    await move({ closes: new Date(THEN.getTime() + 2_000) });
    await app.query('COMMIT');
    // "AA" without the lock in cast_votes(), because the second batch does not see the uncommitted move.
    expect(await Promise.all(batches)).toEqual(['A', 'C']);
    await other.end();
  });

  // Without the limits, a process that stops in the middle would hold up all votes for as long as a transaction may be
  // idle.
  it('are moved under short limits, for a process that stops in the middle of a move', async () => {
    const limits = async () =>
      (
        await app.query(
          `SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS lock`,
        )
      ).rows[0];
    const before = await limits();
    await app.query('BEGIN');
    await app.query('SELECT stop_ballots()');
    expect(await limits()).toEqual({ idle: '5s', lock: '1s' });
    await app.query('COMMIT');
    expect(await limits()).toEqual(before);
  });
});
