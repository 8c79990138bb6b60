import { voteSchema } from '@laurel/contracts/records';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { createVoters, type Voter } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const VOTE = { nomination: 'best-partner', niche: 'crypto' };
const companies: string[] = [];
beforeAll(async () => {
  const category = await api.deps.db.category.findFirstOrThrow({ where: VOTE, include: { nominees: true } });
  companies.push(...category.nominees.map((nominee) => nominee.company));
});
const vote = (index = 0) => ({ ...VOTE, vote: companies[index] ?? '' });

const voter = async (missing: { phone?: boolean; social?: boolean } = {}): Promise<Voter> => {
  const { migrateUrl, clock, deps } = api;
  const [made] = await createVoters({ migrateUrl, tokens: deps.tokens, now: clock.now(), count: 1, ...missing });
  if (!made) throw new Error('no voter');
  return made;
};
const stored = (): Promise<number> => api.deps.db.vote.count();

describe('POST /api/vote', () => {
  it('AP-13 VO-02 casts a vote, and own votes show it', async () => {
    const { token } = await voter();
    const answer = await api.post('/vote', vote(), { token });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ success: true, data: vote() });
    const own = await api.get('/vote/my-votes', { token });
    expect(own.statusCode).toBe(200);
    expect(z.array(voteSchema).parse(own.json())).toEqual([vote()]);
  });

  it('AP-14 own votes come in the order in which they were cast, and nobody else’s with them', async () => {
    const [ada, eve] = [await voter(), await voter()];
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

  it('VO-07 ER-09 answers the second vote with the exact string, and the first one stands', async () => {
    const { token } = await voter();
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
  ])('VO-08 US-01 ER-09 refuses without verification: %j', async (missing, errors, metadata) => {
    const { token } = await voter(missing);
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
  ])('VO-09 refuses an unknown nominee: %j', async (unknown) => {
    const { token } = await voter();
    const before = await stored();
    const answer = await api.post('/vote', unknown, { token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'vote.unknown_nominee' });
    expect(await stored()).toBe(before);
  });

  it('VO-09 refuses a company of another category', async () => {
    const elsewhere = await api.deps.db.nominee.findFirstOrThrow({
      where: { category: { nomination: 'ceo-owner' }, company: { notIn: companies } },
    });
    const { token } = await voter();
    const answer = await api.post('/vote', { ...VOTE, vote: elsewhere.company }, { token });
    expect(answer.json()).toMatchObject({ code: 'vote.unknown_nominee' });
  });

  it.each([
    [{}, { nomination: 'This field is required', niche: 'This field is required', vote: 'This field is required' }],
    [{ ...VOTE, vote: 7 }, { vote: 'This field is required' }],
    [{ ...VOTE, vote: "x'; DROP TABLE votes" }, { vote: expect.stringContaining('tag of a nominee') }],
    [{ ...VOTE, vote: 'x'.repeat(200) }, { vote: expect.stringContaining('tag of a nominee') }],
  ])('VA-11 names the field and the rule for %j', async (body, fields) => {
    const { token } = await voter();
    const before = await stored();
    const answer = await api.post('/vote', body, { token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: 'request.invalid', metadata: { fields } });
    expect(await stored()).toBe(before);
  });

  it('RO-01 VO-01 needs a token of a session that stands', async () => {
    const { token, sessionId } = await voter();
    expect((await api.post('/vote', vote())).json()).toMatchObject({ code: 'auth.required' });
    expect((await api.post('/vote', vote(), { token: `${token}x` })).json()).toMatchObject({ code: 'auth.required' });
    await api.deps.db.session.update({ where: { id: sessionId }, data: { revokedAt: api.clock.now() } });
    const revoked = await api.post('/vote', vote(), { token });
    expect(revoked.statusCode).toBe(401);
    expect(revoked.json()).toMatchObject({ code: 'auth.expired' });
    const own = await api.get('/vote/my-votes', { token });
    expect(own.statusCode).toBe(401);
  });

  it('AP-14 SE-05 own votes answer 401 without a token', async () => {
    const answer = await api.get('/vote/my-votes');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: 'auth.required' });
  });

  it('lets an account try 60 times a minute', async () => {
    const { token, accountId } = await voter();
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await api.post('/vote', vote(), { token })).statusCode),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await api.post('/vote', vote(), { token });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Another session is no other account.
    const session = { accountId, twoFactor: true, now: api.clock.now() };
    const again = await api.deps.transact((tx) => api.deps.sessions.open(tx, session));
    expect((await api.post('/vote', vote(), { token: again.token })).statusCode).toBe(429);
    api.clock.advance(61_000);
    expect((await api.post('/vote', vote(), { token })).statusCode).toBe(409);
  });
});
