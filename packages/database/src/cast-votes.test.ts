import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import {
  castVotes,
  connect,
  countWaiting,
  insertNominees,
  insertVoter,
  LATER,
  readTotals,
  type TestVoter,
  THEN,
} from './testing-rows.ts';

const { owner, app, url, close } = await openTestDatabase();
afterAll(close);

const ONE_MS = 1;
const before = (time: Date): Date => new Date(time.getTime() - ONE_MS);
const UNKNOWN_SESSION = '00000000-0000-4000-8000-000000000000';

describe('cast_votes', () => {
  let voter: TestVoter;
  /** Two nominees of one category, and one of another. */
  let first: number;
  let second: number;
  let elsewhere: number;
  beforeAll(async () => {
    const [[one, two] = [], [three] = []] = await insertNominees(owner, 2, 2);
    if (!one || !two || !three) throw new Error('no nominees');
    [first, second, elsewhere] = [one, two, three];
  });

  /** The outcome of a new voter's ballot after `sql` ($1: account, $2: session, $3: nominee). */
  const outcomeAfter = async (sql: string, at: Date = THEN): Promise<string> => {
    voter = await insertVoter(owner);
    await owner.query('BEGIN');
    try {
      await owner.query(`WITH ids AS (SELECT $1::uuid AS account, $2::uuid AS session, $3::int AS nominee) ${sql}`, [
        voter.accountId,
        voter.sessionId,
        first,
      ]);
      return await castVotes(owner, [[voter.sessionId, first]], at);
    } finally {
      await owner.query('ROLLBACK');
    }
  };

  it.each([
    ['A', 'everything is valid', 'SELECT 1'],
    ['S', 'the session is revoked', `UPDATE sessions SET revoked_at = '2026-04-01' FROM ids WHERE id = ids.session`],
    ['S', 'the session is deleted', 'DELETE FROM sessions USING ids WHERE id = ids.session'],
    [
      'S',
      'the email is not verified',
      'UPDATE accounts SET email_verified_at = NULL, totp_confirmed_at = NULL FROM ids WHERE id = ids.account',
    ],
    ['S', 'two-factor is not set up', 'UPDATE accounts SET totp_confirmed_at = NULL FROM ids WHERE id = ids.account'],
    [
      'P',
      'the phone is withdrawn',
      `UPDATE phone_verifications SET revoked_at = '2026-04-01' FROM ids WHERE account_id = ids.account`,
    ],
    ['P', 'the phone was never verified', 'DELETE FROM phone_verifications USING ids WHERE account_id = ids.account'],
    [
      'O',
      'the social account is withdrawn',
      `UPDATE social_links SET revoked_at = '2026-04-01' FROM ids WHERE account_id = ids.account`,
    ],
    [
      'B',
      'both are missing',
      `, p AS (DELETE FROM phone_verifications USING ids WHERE account_id = ids.account) DELETE FROM social_links USING ids WHERE account_id = ids.account`,
    ],
    [
      'N',
      'the nominee is withdrawn',
      `UPDATE nominees SET withdrawn_at = '2026-04-01' FROM ids WHERE id = ids.nominee`,
    ],
    [
      'C',
      'voting opens later',
      `UPDATE categories c SET opens_at = '2026-05-01T10:00:00.001Z' FROM nominees n, ids WHERE n.id = ids.nominee AND c.id = n.category_id`,
    ],
    [
      'C',
      'voting has just closed',
      `UPDATE categories c SET closes_at = '2026-05-01T10:00:00Z' FROM nominees n, ids WHERE n.id = ids.nominee AND c.id = n.category_id`,
    ],
    [
      'A',
      'voting has just opened',
      `UPDATE categories c SET opens_at = '2026-05-01T10:00:00Z' FROM nominees n, ids WHERE n.id = ids.nominee AND c.id = n.category_id`,
    ],
  ])('returns %s when %s', async (code, _, sql) => {
    expect(await outcomeAfter(sql)).toBe(code);
  });

  it('checks the expiry of a session to the millisecond', async () => {
    expect(await outcomeAfter('SELECT 1', before(LATER))).toBe('A');
    expect(await outcomeAfter('SELECT 1', LATER)).toBe('S');
  });

  it('returns the outcomes of a mixed batch in order, and a failing row does not affect the others', async () => {
    const [one, two] = [await insertVoter(owner), await insertVoter(owner)];
    const batch: [string, number][] = [
      [UNKNOWN_SESSION, first],
      [one.sessionId, first],
      [one.sessionId, second],
      [one.sessionId, first],
      [two.sessionId, 2_000_000_000],
      [two.sessionId, second],
      [one.sessionId, elsewhere],
    ];
    const totals = await readTotals(app);
    expect(await castVotes(app, batch)).toBe('SAEENAA');
    expect(await castVotes(app, batch)).toBe('SEEENEE');
    const { rows } = await app.query('SELECT nominee_id, cast_at FROM votes WHERE voter_id = $1 ORDER BY category_id', [
      one.voterId,
    ]);
    expect(rows).toEqual([
      { nominee_id: first, cast_at: THEN },
      { nominee_id: elsewhere, cast_at: THEN },
    ]);
    for (const nominee of [first, second, elsewhere]) {
      expect((await readTotals(app)).get(nominee)).toBe((totals.get(nominee) ?? 0) + 1);
    }
  });

  // Without `verdict` in PARTITION BY, the second row would get E for a vote that was never stored.
  it('records the eligible ballot of a voter whose earlier ballot in the batch is not eligible', async () => {
    const one = await insertVoter(owner);
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO sessions (account_id, created_at, expires_at, revoked_at) VALUES ($1, $2, $3, $2) RETURNING id`,
      [one.accountId, THEN, LATER],
    );
    const revoked = rows[0]?.id ?? '';
    expect(
      await castVotes(app, [
        [revoked, second],
        [one.sessionId, first],
        [one.sessionId, second],
      ]),
    ).toBe('SAE');
    const two = await insertVoter(owner);
    await owner.query('UPDATE nominees SET withdrawn_at = $2 WHERE id = $1', [second, THEN]);
    expect(
      await castVotes(app, [
        [two.sessionId, second],
        [two.sessionId, first],
      ]),
    ).toBe('NA');
    await owner.query('UPDATE nominees SET withdrawn_at = NULL WHERE id = $1', [second]);
    const stored = await app.query('SELECT nominee_id FROM votes WHERE voter_id = ANY($1)', [
      [one.voterId, two.voterId],
    ]);
    expect(stored.rows).toEqual([{ nominee_id: first }, { nominee_id: first }]);
  });

  it('adds up the slots', async () => {
    const voters = [await insertVoter(owner), await insertVoter(owner), await insertVoter(owner)];
    const total = (await readTotals(app)).get(first) ?? 0;
    for (const [slot, each] of voters.entries()) await castVotes(app, [[each.sessionId, first]], THEN, slot);
    expect((await readTotals(app)).get(first)).toBe(total + 3);
  });

  it('accepts an empty batch, and rejects one that is too long or has arrays of different lengths', async () => {
    expect(await castVotes(app, [])).toBe('');
    const tooMany = Array.from({ length: 1_001 }, (): [string, number] => [UNKNOWN_SESSION, first]);
    await expect(castVotes(app, tooMany)).rejects.toMatchObject({ code: '22023' });
    const uneven = app.query('SELECT cast_votes($1, $2, $3, $4, 0::int2)', [
      [UNKNOWN_SESSION],
      [first, second],
      randomBytes(32),
      THEN,
    ]);
    await expect(uneven).rejects.toMatchObject({ code: '22023' });
  });

  it.each([0, 16, 31, 33, 64])('rejects a batch of one vote with %i octets of nonces', async (octets) => {
    const { sessionId } = await insertVoter(owner);
    const cast = app.query('SELECT cast_votes($1, $2, $3, $4, 0::int2)', [
      [sessionId],
      [first],
      randomBytes(octets),
      THEN,
    ]);
    await expect(cast).rejects.toMatchObject({ code: '22023' });
  });

  it('stores the nonces and the transaction of each vote that it accepts', async () => {
    const voters = [await insertVoter(owner), await insertVoter(owner), await insertVoter(owner)];
    const sessions = voters.map(({ sessionId }) => sessionId);
    const nonces = randomBytes(32 * 5);
    await app.query('BEGIN');
    const { rows: transactions } = await app.query('SELECT pg_current_xact_id()::text AS tx');
    const { rows: cast } = await app.query('SELECT cast_votes($1, $2, $3, $4, 0::int2) AS outcomes', [
      [sessions[2], UNKNOWN_SESSION, sessions[0], sessions[2], sessions[1]],
      [first, first, second, second, first],
      nonces,
      THEN,
    ]);
    await app.query('COMMIT');
    expect(cast).toEqual([{ outcomes: ['A', 'S', 'A', 'E', 'A'].join('') }]);
    const { rows } = await app.query<{ voter_id: string }>(
      'SELECT voter_id, server_nonce, browser_nonce, tx::text AS tx FROM votes WHERE voter_id = ANY ($1)',
      [voters.map(({ voterId }) => voterId)],
    );
    const stored = voters.map(({ voterId }) => rows.find((row) => row.voter_id === voterId));
    const opening = (at: number) => ({
      server_nonce: nonces.subarray(32 * at, 32 * at + 16),
      browser_nonce: nonces.subarray(32 * at + 16, 32 * at + 32),
      ...transactions[0],
    });
    expect(stored).toMatchObject([opening(2), opening(4), opening(0)]);
  });

  it('returns E to the second of two concurrent batches, and A if the first is rolled back', async () => {
    const other = await connect(url);
    for (const [end, outcome] of [
      ['COMMIT', 'E'],
      ['ROLLBACK', 'A'],
    ] as const) {
      const { sessionId } = await insertVoter(owner);
      await app.query('BEGIN');
      expect(await castVotes(app, [[sessionId, first]])).toBe('A');
      const waiting = castVotes(other, [[sessionId, second]]);
      await Promise.race([waiting, expect.poll(() => countWaiting(owner)).toBe(1)]);
      await app.query(end);
      expect(await waiting).toBe(outcome);
    }
    await other.end();
  });

  it('needs READ COMMITTED: under REPEATABLE READ the second of two concurrent votes is an error, not an E', async () => {
    const { sessionId } = await insertVoter(owner);
    await app.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await app.query('SELECT 1 FROM votes');
    expect(await castVotes(owner, [[sessionId, first]])).toBe('A');
    await expect(castVotes(app, [[sessionId, second]])).rejects.toMatchObject({ code: '40001' });
    await app.query('ROLLBACK');
  });

  it('ignores the caller’s search_path and temporary tables', async () => {
    const { sessionId } = await insertVoter(owner);
    await app.query('CREATE TEMPORARY TABLE votes (LIKE public.votes)');
    await app.query('SET search_path = pg_temp, public');
    const { rows } = await app.query('SELECT public.cast_votes($1, $2, $3, $4, 0::int2) AS outcomes', [
      [sessionId],
      [first],
      randomBytes(32),
      THEN,
    ]);
    expect(rows).toEqual([{ outcomes: 'A' }]);
    expect((await app.query('SELECT 1 FROM pg_temp.votes')).rows).toEqual([]);
    await app.query('RESET search_path');
    await app.query('DROP TABLE pg_temp.votes');
  });
});
