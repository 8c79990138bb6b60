import { randomBytes } from 'node:crypto';
import { castVote } from '@laurel/contracts/calls/vote';
import { voteSchema } from '@laurel/contracts/records';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { openStored } from '@laurel/support/promises';
import { newVoter } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replicatedVotesOf } from './store.ts';

const api = useTestApi();
const owner = useOwner(api);
const castSchema = castVote.reply.schema;
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
    { nomination: 'no-such-nomination', niche: 'crypto', vote: 'orbit-crew' },
    { nomination: 'best-partner', niche: 'no-such-niche', vote: 'orbit-crew' },
    { nomination: 'best-partner', niche: 'crypto', vote: 'no-such-company' },
  ])('VO-09 rejects an unknown nominee: %j', async (unknown) => {
    const { token } = await newVoter(api);
    const before = await stored();
    const answer = await api.post('/vote', unknown, { token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'vote.unknown_nominee' });
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

  it('RO-01 VO-01 rejects a request without a valid token of an active session', async () => {
    const { token, sessionId } = await newVoter(api);
    expect((await api.post('/vote', vote())).json()).toMatchObject({ code: 'auth.required' });
    expect((await api.post('/vote', vote(), { token: `${token}x` })).json()).toMatchObject({ code: 'auth.required' });
    await api.deps.db.session.update({ where: { id: sessionId }, data: { revokedAt: api.clock.now() } });
    const revoked = await api.post('/vote', vote(), { token });
    expect(revoked.statusCode).toBe(401);
    expect(revoked.json()).toMatchObject({ code: 'auth.expired' });
    const own = await api.get('/vote/my-votes', { token });
    expect(own.statusCode).toBe(401);
  });

  it('AP-14 SE-05 returns 401 for the own votes without a token', async () => {
    const answer = await api.get('/vote/my-votes');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: 'auth.required' });
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
    const session = { accountId, twoFactor: true, now: api.clock.now() };
    const again = await api.deps.transact((tx) => api.deps.sessions.open(tx, session));
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
    const session = { accountId, twoFactor: true, now: api.clock.now() };
    const own = await api.deps.transact((tx) => api.deps.sessions.open(tx, session));
    expect((await api.post('/vote', vote(), { token: own.token })).statusCode).toBe(201);
  });
});

describe('POST /api/vote without a key for the log', () => {
  const keyless = useTestApi({
    JWT_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('base64'),
  });

  it('stores the nonce of the browser, and answers without a promise', async () => {
    const { token } = await newVoter(keyless);
    const nonce = randomBytes(16);
    const answer = await keyless.post('/vote', { ...vote(), nonce: nonce.toString('base64url') }, { token });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ success: true, data: vote() });
    const [row] = await keyless.deps.db.vote.findMany();
    expect(Buffer.from(row?.browserNonce ?? [])).toEqual(nonce);
  });
});
