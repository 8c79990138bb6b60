import { statisticsItemSchema, turnoutSchema } from '@laurel/contracts/records';
import { useTestApi } from '@laurel/support/hooks';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '50' });

const read = async () => z.array(statisticsItemSchema).parse((await api.get('/vote/statistics')).json());

describe('GET /api/vote/statistics', () => {
  it('AP-12 AP-17 RO-04 returns every category of the edition without a login, all 0 before the first vote', async () => {
    const answer = await api.get('/vote/statistics');
    expect(answer.statusCode).toBe(200);
    const items = z.array(statisticsItemSchema).parse(answer.json());
    const expected = api.deps.edition.nominations.flatMap((nomination) =>
      nomination.categories.map((category) => ({
        nomination: nomination.tag,
        niche: category.tag,
        results: category.companies.map(({ tag }) => ({ company: tag, percentage: 0 })),
      })),
    );
    expect(items).toEqual(expected);
    expect(items).toHaveLength(22);
  });

  it.each([
    ['alone', (etag: string) => etag],
    ['in a list', (etag: string) => `"another", ${etag}`],
    ['as a weak validator, as proxies send it', (etag: string) => `W/${etag}`],
  ])('may be cached for a second, and returns 304 only if its etag is sent, %s', async (_form, sent) => {
    const get = (etag: string) => api.get('/vote/statistics', { headers: { 'if-none-match': etag } });
    const first = await get('"another"');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'public, max-age=1']);
    const again = await get(sent(String(first.headers.etag)));
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => api.app.inject({ method, url: '/api/vote/statistics' })),
    );
    expect([head?.statusCode, head?.body]).toEqual([200, '']);
    expect(head?.headers['content-length']).toBe(String(get?.rawPayload.length));
  });

  it('VO-10 returns the shares of new votes, with two decimals', async () => {
    const voters = await votersOf(api, 3);
    const [first, second] = (await read()).find((item) => item.niche === 'dating')?.results ?? [];
    const ballotFor = (nominee = { company: '' }) => ({
      nomination: 'best-partner',
      niche: 'dating',
      vote: nominee.company,
    });
    await voteAs(api, voters.slice(0, 1), ballotFor(first));
    await voteAs(api, voters.slice(1), ballotFor(second));
    const shares = async () =>
      (await read()).find((item) => item.nomination === 'best-partner' && item.niche === 'dating')?.results.slice(0, 3);
    await expect
      .poll(async () => (await shares())?.map((result) => result.percentage), { interval: 300 })
      .toEqual([33.33, 66.67, 0]);
  });

  it('limits requests by the observed network, not by the declared address', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 60; index++) {
      const answer = await api.get('/vote/statistics', {
        ip: '192.0.2.7',
        headers: { 'x-client-ip': `10.0.0.${index}`, 'x-forwarded-for': `10.0.0.${index}` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await api.get('/vote/statistics', { ip: '192.0.2.8' })).statusCode).toBe(200);
  });
});

describe('GET /api/vote/turnout', () => {
  it('returns the published votes and the people who cast them, and may be cached for five seconds', async () => {
    const before = turnoutSchema.parse((await api.get('/vote/turnout')).json());
    const voters = await votersOf(api, 2);
    await voteAs(api, voters);
    await voteAs(api, voters.slice(0, 1), firstBallot(api, 1));
    await expect
      .poll(async () => (await api.get('/vote/turnout')).json(), { interval: 1_000 })
      .toEqual({ votes: before.votes + 3, voters: before.voters + 2 });
    expect((await api.get('/vote/turnout')).headers['cache-control']).toBe('public, max-age=5');
  });
});
