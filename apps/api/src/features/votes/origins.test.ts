import { useOwner, useTestApi } from '@laurel/support/hooks';
import { newVoter, votersOf } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);

const CATEGORY = { nomination: 'best-partner', niche: 'crypto' };
const HINTS = {
  'user-agent': 'curl/8.9.1',
  'x-client-user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36',
  'x-time-zone': 'Europe/Kyiv',
};

let vote: { nomination: string; niche: string; vote: string };
let other: typeof vote;
beforeAll(async () => {
  const category = await api.deps.db.category.findFirstOrThrow({ where: CATEGORY, include: { nominees: true } });
  const [first = '', second = ''] = category.nominees.map(({ company }) => company);
  vote = { ...CATEGORY, vote: first };
  other = { ...CATEGORY, vote: second };
});
beforeEach(() => owner.query('DELETE FROM vote_origins'));

const origins = async () => {
  await api.deps.voteOrigins.flush();
  while ((await api.deps.pool.query('SELECT settle_vote_origins() AS found')).rows[0]?.found);
  return (await owner.query('SELECT network, user_agent, time_zone, minute FROM vote_origins ORDER BY network')).rows;
};

const dropped = async (): Promise<number> =>
  (await api.deps.metrics.originsDropped.get()).values.reduce((sum, { value }) => sum + value, 0);

describe('the origin of a vote', () => {
  it('is stored after the vote: its network, family of browser, time zone and minute', async () => {
    const { token } = await newVoter(api);
    expect((await api.post('/vote', vote, { token, headers: HINTS, ip: '203.0.113.7' })).statusCode).toBe(201);
    const minute = new Date(Math.floor(api.clock.now().getTime() / 60_000) * 60_000);
    expect(await origins()).toEqual([
      { network: '203.0.113.0/24', user_agent: 'Chrome Android', time_zone: 'Europe/Kyiv', minute },
    ]);
  });

  it('has the user agent of HTTP where the client declares none', async () => {
    const [voter, script] = await votersOf(api, 2);
    await api.post('/vote', vote, { token: voter?.token ?? '', headers: { 'user-agent': '' }, ip: '2001:db8:1:2::3' });
    await api.post('/vote', vote, {
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
    await api.post('/vote', vote, { token, ip: '203.0.113.7' });
    expect((await api.post('/vote', other, { token, ip: '198.51.100.7' })).statusCode).toBe(409);
    expect((await api.post('/vote', vote, { token: unverified, ip: '198.51.100.7' })).statusCode).toBe(403);
    expect((await api.post('/vote', vote, { ip: '198.51.100.7' })).statusCode).toBe(401);
    expect(await origins()).toMatchObject([{ network: '203.0.113.0/24' }]);
  });

  it('does not affect the vote: 50 votes are accepted while none of their origins can be stored', async () => {
    const voters = await votersOf(api, 50);
    const before = await api.deps.db.vote.count();
    await owner.query('ALTER FUNCTION record_vote_origins(text) RENAME TO gone');
    try {
      const answers = await Promise.all(voters.map(({ token }) => api.post('/vote', vote, { token })));
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
