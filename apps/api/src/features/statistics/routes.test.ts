import { statisticsItemSchema } from '@laurel/contracts/records';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { createVoters } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ LIMITS_READS_NETWORK_MINUTE: '50' });
});
afterAll(() => api.close());

const read = async () => z.array(statisticsItemSchema).parse((await api.get('/vote/statistics')).json());

describe('GET /api/vote/statistics', () => {
  it('AP-12 AP-17 RO-04 lists every category of the edition, all 0 before votes, to anyone', async () => {
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

  it('answers 304 to who has it, and is safe to cache for a second', async () => {
    const first = await api.get('/vote/statistics');
    expect(first.headers['cache-control']).toBe('public, max-age=1');
    const again = await api.get('/vote/statistics', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each([
    ['one of several', (etag: string) => `"another", ${etag}`],
    ['a weak one, as proxies make of it', (etag: string) => `W/${etag}`],
  ])('knows its validator as %s, and takes no other for it', async (_what, listed) => {
    const ask = (value: string) => api.app.inject({ url: '/api/vote/statistics', headers: { 'if-none-match': value } });
    const etag = String((await api.app.inject('/api/vote/statistics')).headers.etag);
    expect((await ask(listed(etag))).statusCode).toBe(304);
    expect((await ask('"another"')).statusCode).toBe(200);
  });

  it('answers HEAD like GET, without the body', async () => {
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => api.app.inject({ method, url: '/api/vote/statistics' })),
    );
    expect([head?.statusCode, head?.body]).toEqual([200, '']);
    expect(head?.headers['content-length']).toBe(String(get?.rawPayload.length));
  });

  it('VO-10 shows what was voted, to two decimals, within a second or two', async () => {
    const voters = await createVoters({
      migrateUrl: api.migrateUrl,
      tokens: api.deps.tokens,
      now: api.clock.now(),
      count: 3,
    });
    const [first, second] = (await read()).find((item) => item.niche === 'dating')?.results ?? [];
    for (const [index, { token }] of voters.entries()) {
      const vote = (index === 0 ? first : second)?.company;
      const answer = await api.post('/vote', { nomination: 'best-partner', niche: 'dating', vote }, { token });
      expect(answer.statusCode).toBe(201);
    }
    const shares = async () =>
      (await read()).find((item) => item.nomination === 'best-partner' && item.niche === 'dating')?.results.slice(0, 3);
    await expect
      .poll(async () => (await shares())?.map((result) => result.percentage), { timeout: 5_000, interval: 300 })
      .toEqual([33.33, 66.67, 0]);
  });

  it('counts readers by their network, and never by what they declare', async () => {
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
