import { randomBytes } from 'node:crypto';
import { castVote } from '@laurel/contracts/calls/vote';
import { voteSchema } from '@laurel/contracts/records';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { openSession } from '@laurel/support/people';
import { openStored } from '@laurel/support/promises';
import { newVoter, votersOf } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replicatedVotesOf } from './store.ts';

const api = useTestApi();
const owner = useOwner(api);
const castSchema = castVote.reply;
const log = () => {
  const { config, edition, publicUrl } = api.deps;
  if (!config.logKey) throw new Error('there is no log');
  return { origin: `${new URL(publicUrl).hostname}/log/${edition.year}`, year: edition.year, seed: config.logKey };
};

const CATEGORY = { nomination: 'best-partner', niche: 'crypto' };
const companies: string[] = [];
beforeAll(async () => {
  const category = await api.deps.db.category.findFirstOrThrow({ where: CATEGORY, include: { nominees: true } });
  companies.push(...category.nominees.map((nominee) => nominee.company));
});
const vote = (index = 0) => ({ ...CATEGORY, vote: companies[index] ?? '' });

const stored = (): Promise<number> => api.deps.db.vote.count();

describe('POST /api/vote and GET /api/vote/my-votes', () => {
  it('AP-13 VO-02 stores a vote, and GET /api/vote/my-votes returns it', async () => {
    const { token } = await newVoter(api);
    const answer = await api.post('/vote', vote(), { token });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ success: true, data: vote(), metadata: { promise: expect.any(String) } });
    const own = await api.get('/vote/my-votes', { token });
    expect(own.statusCode).toBe(200);
    expect(z.array(voteSchema).parse(own.json())).toEqual([vote()]);
  });

  it('stores the browser’s nonce, promises the leaf of the stored vote, and returns no nonce', async () => {
    const nonce = randomBytes(16);
    const voters = [await newVoter(api), await newVoter(api)];
    const bodies = [{ ...vote(), nonce: nonce.toString('base64url') }, vote()];
    const answers = await Promise.all(voters.map(({ token }, index) => api.post('/vote', bodies[index], { token })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const promises = answers.map((answer) => castSchema.parse(answer.json()).metadata?.promise ?? '');
    expect(answers[0]?.json().data).toEqual(vote());
    expect(answers[0]?.body).not.toContain(nonce.toString('base64url'));
    const stored = await openStored(owner, promises, log());
    expect(stored.map(({ browserNonce }) => browserNonce)).toEqual([nonce, Buffer.alloc(16)]);
    expect(stored.map(({ category, nominee }) => `${category}/${nominee}`)).toEqual(
      Array(2).fill(`best-partner/crypto/${vote().vote}`),
    );
  });

  it.each(['A', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}B`, `${'A'.repeat(21)}=`, '', 16, null, {}])(
    'rejects a nonce that is not 16 octets in base64url: %j',
    async (nonce) => {
      const { token } = await newVoter(api);
      const before = await stored();
      const answer = await api.post('/vote', { ...vote(), nonce }, { token });
      expect(answer.statusCode).toBe(400);
      const isText = typeof nonce === 'string' && nonce !== '';
      const fields = { nonce: isText ? 'Expected 16 octets in base64url without padding' : 'This field is required' };
      expect(answer.json()).toMatchObject({ code: 'request.invalid', metadata: { fields } });
      expect(await stored()).toBe(before);
    },
  );

  it('AP-14 returns the account’s own votes only, in the order in which they were cast', async () => {
    const [ada, eve] = [await newVoter(api), await newVoter(api)];
    const all = api.deps.edition.nominations.flatMap(({ tag: nomination, categories }) =>
      categories.map(({ tag: niche, companies: [first] }) => ({ nomination, niche, vote: first?.tag })),
    );
    const lastFirst = all.toReversed().slice(0, 3);
    await api.post('/vote', vote(), { token: eve.token });
    for (const each of lastFirst) {
      api.clock.advance(1_000);
      expect((await api.post('/vote', each, { token: ada.token })).statusCode).toBe(201);
    }
    expect((await api.get('/vote/my-votes', { token: ada.token })).json()).toEqual(lastFirst);
  });

  // This test fails without the `await` before the votes are returned.
  it('AP-14 does not return the own votes while they may be on one machine only', async () => {
    const { token } = await newVoter(api);
    expect((await api.post('/vote', vote(), { token })).statusCode).toBe(201);
    const { userId } = await api.deps.gate.require(`Bearer ${token}`, api.clock.now());
    const fail = async (): Promise<never> => {
      throw new Error('the standby is away');
    };
    await expect(replicatedVotesOf(api.deps.pool, fail)(userId)).rejects.toThrow('the standby is away');
  });

  it('VO-07 ER-09 rejects the second vote in a category with the exact text, and keeps the first', async () => {
    const { token } = await newVoter(api);
    await api.post('/vote', vote(0), { token });
    const second = await api.post('/vote', vote(1), { token });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      success: false,
      code: 'vote.exists',
      codes: ['vote.exists'],
      message: 'Vote already exists for this nomination and niche',
      errors: ['Vote already exists for this nomination and niche'],
    });
    expect((await api.get('/vote/my-votes', { token })).json()).toEqual([vote(0)]);
  });

  it.each([
    [{ phone: false }, ['No phone verification record for this user'], { phoneVerified: false, socialVerified: true }],
    [
      { social: false },
      ['No social verification record for this user'],
      { phoneVerified: true, socialVerified: false },
    ],
    [
      { phone: false, social: false },
      ['No phone verification record for this user', 'No social verification record for this user'],
      { phoneVerified: false, socialVerified: false },
    ],
  ])('VO-08 US-01 ER-09 rejects an account that is not fully verified: %j', async (verified, errors, metadata) => {
    const { token } = await newVoter(api, verified);
    const before = await stored();
    const answer = await api.post('/vote', vote(), { token });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ success: false, errors, metadata });
    expect(await stored()).toBe(before);
  });

  it.each([
    [{}, { nomination: 'This field is required', niche: 'This field is required', vote: 'This field is required' }],
    [{ ...CATEGORY, vote: 7 }, { vote: 'This field is required' }],
    [{ ...CATEGORY, vote: "x'; DROP TABLE votes" }, { vote: expect.stringContaining('tag of a nominee') }],
    [{ ...CATEGORY, vote: 'x'.repeat(200) }, { vote: expect.stringContaining('tag of a nominee') }],
  ])('VA-11 returns the invalid field and its rule for %j', async (body, fields) => {
    const { token } = await newVoter(api);
    const before = await stored();
    const answer = await api.post('/vote', body, { token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: 'request.invalid', metadata: { fields } });
    expect(await stored()).toBe(before);
  });

  it('limits an account to 60 attempts a minute', async () => {
    const { token, accountId } = await newVoter(api);
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await api.post('/vote', vote(), { token })).statusCode),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await api.post('/vote', vote(), { token });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The limit is per account: another session doesn't raise it.
    const again = await openSession(api, accountId);
    expect((await api.post('/vote', vote(), { token: again.token })).statusCode).toBe(429);
    api.clock.advance(61_000);
    expect((await api.post('/vote', vote(), { token })).statusCode).toBe(409);
  });

  it.each([
    ['a valid vote', () => vote(), 401],
    ['an unknown nominee', () => ({ ...CATEGORY, vote: 'no-such-company' }), 400],
  ])('does not use up the limit of an account with a revoked token, by %s', async (_, body, status) => {
    const { token, sessionId, accountId } = await newVoter(api);
    await api.deps.db.session.update({ where: { id: sessionId }, data: { revokedAt: api.clock.now() } });
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await api.post('/vote', body(), { token })).statusCode),
    );
    expect(statuses.toSorted()).toEqual([...Array(60).fill(status), ...Array(10).fill(429)]);
    const own = await openSession(api, accountId);
    expect((await api.post('/vote', vote(), { token: own.token })).statusCode).toBe(201);
  });
});

const HINTS = {
  'user-agent': 'curl/8.9.1',
  'x-client-user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36',
  'x-time-zone': 'Europe/Kyiv',
};

const origins = async () => {
  await api.deps.voteOrigins.flush();
  while ((await api.deps.pool.query('SELECT settle_vote_origins() AS found')).rows[0]?.found);
  return (await owner.query('SELECT network, user_agent, time_zone, minute FROM vote_origins ORDER BY network')).rows;
};

const dropped = async (): Promise<number> =>
  (await api.deps.metrics.originsDropped.get()).values.reduce((sum, { value }) => sum + value, 0);

describe('the origin of a vote', () => {
  beforeEach(async () => {
    // Those of the votes of the tests before.
    await origins();
    await owner.query('DELETE FROM vote_origins');
  });

  it('is stored after the vote: its network, family of browser, time zone and minute', async () => {
    const { token } = await newVoter(api);
    expect((await api.post('/vote', vote(), { token, headers: HINTS, ip: '203.0.113.7' })).statusCode).toBe(201);
    const minute = new Date(Math.floor(api.clock.now().getTime() / 60_000) * 60_000);
    expect(await origins()).toEqual([
      { network: '203.0.113.0/24', user_agent: 'Chrome Android', time_zone: 'Europe/Kyiv', minute },
    ]);
  });

  it('has the user agent of HTTP where the client declares none', async () => {
    const [voter, script] = await votersOf(api, 2);
    await api.post('/vote', vote(), {
      token: voter?.token ?? '',
      headers: { 'user-agent': '' },
      ip: '2001:db8:1:2::3',
    });
    await api.post('/vote', vote(), {
      token: script?.token ?? '',
      headers: { 'user-agent': 'curl/8.9.1' },
      ip: '203.0.113.7',
    });
    expect(await origins()).toMatchObject([
      { network: '203.0.113.0/24', user_agent: 'curl', time_zone: null },
      { network: '2001:db8:1::/48', user_agent: 'other', time_zone: null },
    ]);
  });

  it('is stored for accepted votes only, and a later refused vote does not change it', async () => {
    const { token } = await newVoter(api);
    const { token: unverified } = await newVoter(api, { phone: false });
    await api.post('/vote', vote(), { token, ip: '203.0.113.7' });
    expect((await api.post('/vote', vote(1), { token, ip: '198.51.100.7' })).statusCode).toBe(409);
    expect((await api.post('/vote', vote(), { token: unverified, ip: '198.51.100.7' })).statusCode).toBe(403);
    expect((await api.post('/vote', vote(), { ip: '198.51.100.7' })).statusCode).toBe(401);
    expect(await origins()).toMatchObject([{ network: '203.0.113.0/24' }]);
  });

  it('does not affect the vote: 50 votes are accepted while none of their origins can be stored', async () => {
    const voters = await votersOf(api, 50);
    const before = await api.deps.db.vote.count();
    await owner.query('ALTER FUNCTION record_vote_origins(text) RENAME TO gone');
    try {
      const answers = await Promise.all(voters.map(({ token }) => api.post('/vote', vote(), { token })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201));
      const dropsBefore = await dropped();
      for (let tried = 0; tried < 5; tried += 1) await api.deps.voteOrigins.flush().catch(() => undefined);
      expect((await dropped()) - dropsBefore).toBe(50);
    } finally {
      await owner.query('ALTER FUNCTION gone(text) RENAME TO record_vote_origins');
    }
    expect(await api.deps.db.vote.count()).toBe(before + 50);
    expect(await origins()).toEqual([]);
  });
});
