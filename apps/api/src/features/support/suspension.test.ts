import { readEntries } from '@laurel/database/audit';
import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { authenticatorCode, forgotPassword, logIn, newMember, refusalOf } from '@laurel/support/people';
import { newVoter, votersOf } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';

const api = useTestApi({ LIMITS_VOTES_ACCOUNT_MINUTE: '10000' });
const [owner, other] = [useOwner(api), useOwner(api)];

const organiser = { actor: 'olena', reason: 'bought votes, ticket 4711' };
const suspend = (id: string) => api.deps.support.suspend({ id, organiser, now: api.clock.now() });
const restore = (id: string) => api.deps.support.restore({ id, organiser, now: api.clock.now() });
const ballot = () =>
  api.deps.edition.nominations.flatMap(({ tag: nomination, categories }) =>
    categories.map(({ tag: niche, companies: [first] }) => ({ nomination, niche, vote: first?.tag })),
  );
const votesOf = async (accountId: string): Promise<number> => {
  const { rows } = await owner.query<{ votes: number }>(
    'SELECT count(*)::int AS votes FROM votes v JOIN accounts a USING (voter_id) WHERE a.id = $1',
    [accountId],
  );
  return rows[0]?.votes ?? -1;
};
const openSessions = async (accountId: string): Promise<number> =>
  (await owner.query('SELECT FROM sessions WHERE account_id = $1 AND revoked_at IS NULL', [accountId])).rowCount ?? -1;

describe('a suspension', () => {
  it('US-02 ends the sessions and refuses the login until it is lifted, each with an audit entry', async () => {
    const { person, id, token, cookie } = await newMember(api);
    expect(await suspend(id)).toBe(true);
    expect((await api.get('/users/info', { token })).statusCode).toBe(401);
    for (const headers of [{ cookie }, {}]) {
      const refused = await logIn(api, person, { headers });
      expect([refused.statusCode, refusalOf(refused).code]).toEqual([403, 'login.suspended']);
    }
    const guessed = await logIn(api, { ...person, password: 'Another1!' });
    expect(refusalOf(guessed).code).toBe('login.wrong_password');
    expect(await suspend(id)).toBe(false);

    expect(await restore(id)).toBe(true);
    expect((await logIn(api, person)).statusCode).toBe(200);
    expect(await restore(id)).toBe(false);
    const entries = await readEntries(api.deps.db, { since: null, limit: 1_000 });
    expect(entries.filter(({ subject }) => subject === `account ${id}`)).toMatchObject([
      { ...organiser, action: 'user.restore' },
      { ...organiser, action: 'user.suspend', detail: { sessions: 1 } },
    ]);
  });

  it('refuses the second factor of a login in progress', async () => {
    const { person, id, qrCode } = await newMember(api);
    // Each time step of the authenticator is taken once.
    api.clock.advance(60_000);
    const begun = await logIn(api, person);
    const { requestKey } = begun.json().data;
    await suspend(id);
    const answer = await api.post('/users/verify-otp', {
      requestKey,
      otpCode: authenticatorCode(qrCode, api.clock.now()),
    });
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([403, 'login.suspended']);
    expect(await openSessions(id)).toBe(0);
  });

  it('VO-01 rejects votes, also of a session that still exists, and keeps the votes already cast', async () => {
    const voter = await newVoter(api);
    const [first, second] = ballot();
    expect((await api.post('/vote', first, { token: voter.token })).statusCode).toBe(201);
    await suspend(voter.accountId);
    // Even if its session still existed, the database would refuse the vote.
    await owner.query('UPDATE sessions SET revoked_at = NULL WHERE account_id = $1', [voter.accountId]);
    expect(refusalOf(await api.post('/vote', second, { token: voter.token })).code).toBe('auth.expired');
    expect(await votesOf(voter.accountId)).toBe(1);
    await restore(voter.accountId);
    await owner.query('UPDATE sessions SET revoked_at = NULL WHERE account_id = $1', [voter.accountId]);
    expect((await api.post('/vote', second, { token: voter.token })).statusCode).toBe(201);
    expect(await votesOf(voter.accountId)).toBe(2);
  });
});

/** Resolves when another transaction waits for a lock of one that this test holds open. */
const isWaitedFor = () => expect.poll(() => countWaiting(api.deps.pool)).toBeGreaterThan(0);

describe('a suspension during votes and logins', () => {
  it('stores no vote of the account after it has returned', async () => {
    const all = await votersOf(api, 12);
    for (const { accountId, token } of all) {
      const cast = ballot().map((vote) => api.post('/vote', vote, { token }));
      expect(await suspend(accountId)).toBe(true);
      const then = await votesOf(accountId);
      const answers = await Promise.all(cast);
      expect(await votesOf(accountId)).toBe(then);
      expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(then);
    }
  });

  it('waits for a batch of votes in progress', async () => {
    const { accountId } = await newVoter(api);
    const now = api.clock.now();
    const { rows: sessions } = await owner.query('SELECT id FROM sessions WHERE account_id = $1', [accountId]);
    await owner.query('BEGIN');
    const cast = `SELECT cast_votes($1::uuid[], ARRAY[1], decode(repeat('00', 32), 'hex'), $2, 0::int2) AS outcome`;
    const { rows } = await owner.query(cast, [[sessions[0]?.id], now]);
    expect(rows).toEqual([{ outcome: 'A' }]);
    let ended = false;
    const suspended = suspend(accountId).finally(() => {
      ended = true;
    });
    await isWaitedFor();
    expect(ended).toBe(false);
    await owner.query('COMMIT');
    expect(await suspended).toBe(true);
    expect(await votesOf(accountId)).toBe(1);
  });

  it('waits for a session that is being created, and ends it', async () => {
    const { accountId } = await newVoter(api);
    const now = api.clock.now();
    let suspended: Promise<boolean> | undefined;
    await api.deps.db.$transaction(async (tx) => {
      await api.deps.sessions.open(tx, { accountId, twoFactor: true, now });
      suspended = suspend(accountId);
      await isWaitedFor();
    });
    expect(await suspended).toBe(true);
    expect(await openSessions(accountId)).toBe(0);
    await expect(
      api.deps.db.$transaction((tx) => api.deps.sessions.open(tx, { accountId, twoFactor: true, now })),
    ).rejects.toMatchObject({ code: 'login.suspended' });
  });
});

// This test fails (40P01) if the transaction does not run again.
it('an erasure that PostgreSQL ends as part of a deadlock is made again', async () => {
  const { person, id } = await newMember(api);
  await forgotPassword(api, person);
  for (const each of [owner, other]) await each.query('BEGIN');
  // The backend that looks for a deadlock ends. It is that of the erasure.
  await other.query("SET LOCAL deadlock_timeout = '1h'");
  await owner.query('SELECT FROM sessions WHERE account_id = $1 FOR UPDATE', [id]);
  await other.query('SELECT FROM challenges WHERE account_id = $1 FOR UPDATE', [id]);

  // The erasure holds the lock on the account, and waits for its sessions.
  const erased = api.deps.support.erase({ id, organiser, now: api.clock.now() });
  await expect.poll(() => countWaiting(api.deps.pool)).toBe(1);
  const locked = other.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  await expect.poll(() => countWaiting(api.deps.pool)).toBe(2);
  await owner.query('COMMIT');
  await locked;
  await other.query('COMMIT');
  expect(await erased).toBe('erased');
});
