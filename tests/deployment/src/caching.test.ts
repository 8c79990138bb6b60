import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { BUILT_SCRIPT, makeBuiltPage } from '@laurel/support/built-page';
import { type CachingProxy, type RawResponse, startCachingProxy } from '@laurel/support/caching-proxy';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { until } from '@laurel/support/until';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A whole Laurel, page included, behind a cache. */
const page = makeBuiltPage();
cpSync(inRepository('verifiers'), join(page.dir, 'verifiers'), { recursive: true });
const api = useTestApi({ WEB_DIR: page.dir, LIMITS_READS_NETWORK_MINUTE: '100000' });
let cache: CachingProxy;
let voters: Voter[];
beforeAll(async () => {
  cache = await startCachingProxy(await serve(api));
  voters = await votersOf(api, 2);
});
afterAll(async () => {
  await cache.stop();
  page.remove();
});

const STATISTICS = '/api/vote/statistics';
const TURNOUT = '/api/vote/turnout';

/** The number of responses with a status from Laurel itself on a route. */
const given = async (route: string, status: number): Promise<number> => {
  const { values } = await api.deps.metrics.requests.get();
  return values.find(({ labels }) => labels.route === route && labels.status === String(status))?.value ?? 0;
};

/** The first answer that the cache asks Laurel for again, because the stored one is too old. */
const renewed = (path: string): Promise<RawResponse> =>
  until(`a cache to renew ${path}`, async () => {
    const answer = await cache.get(path);
    return answer.headers['x-cache'] === 'HIT' ? undefined : answer;
  });

const plainOf = (body: Buffer, encoding: string | undefined): string => {
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
};

const castFirst = async (voter: Voter | undefined): Promise<void> => {
  const [category] = z.array(statisticsItemSchema).parse((await api.get('/vote/statistics')).json());
  const vote = { nomination: category?.nomination, niche: category?.niche, vote: category?.results[0]?.company };
  const answer = await api.post('/vote', vote, { token: voter?.token ?? '' });
  expect(answer.statusCode).toBe(201);
};

describe('statistics behind a cache', () => {
  it('reach Laurel about once a second, for any number of requests', async () => {
    const before = (await given(STATISTICS, 200)) + (await given(STATISTICS, 304));
    const answers: RawResponse['headers'][] = [];
    for (let asked = 0; asked < 300; asked++) answers.push((await cache.get(STATISTICS)).headers);
    const reached = answers.filter((headers) => headers['x-cache'] !== 'HIT');
    expect(reached.length).toBeLessThan(answers.length);
    expect((await given(STATISTICS, 200)) + (await given(STATISTICS, 304)) - before).toBe(reached.length);
    // By the clock of the cache, in whole seconds.
    expect(new Set(reached.map(({ date }) => date)).size).toBe(reached.length);
  });

  it('are revalidated by their ETag, and a client that has them gets 304 from the cache', async () => {
    const first = await cache.get(STATISTICS);
    const before = await given(STATISTICS, 304);
    expect((await renewed(STATISTICS)).headers['x-cache']).toBe('REVALIDATED');
    expect(await given(STATISTICS, 304)).toBe(before + 1);
    const again = await cache.get(STATISTICS, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

describe('no cache may store', () => {
  it('the page: every response has its own nonce, compressed or not', async () => {
    const nonces = new Set<string | undefined>();
    for (const encoding of ['gzip', undefined, 'gzip', undefined]) {
      const answer = await cache.get('/', encoding ? { 'accept-encoding': encoding } : {});
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['x-cache']).toBe('MISS');
      expect(answer.headers['content-encoding']).toBe(encoding);
      const nonce = /id="laurel-now" value="[^"]+" nonce="([^"]+)"/.exec(plainOf(answer.body, encoding))?.[1];
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('personal data: each user gets their own votes', async () => {
    await castFirst(voters[0]);
    const votesOf = async (voter: Voter | undefined) => {
      const answer = await cache.get('/api/vote/my-votes', { authorization: `Bearer ${voter?.token}` });
      expect(answer.headers['x-cache']).toBe('MISS');
      return z.array(z.unknown()).parse(JSON.parse(answer.body.toString())).length;
    };
    expect([await votesOf(voters[0]), await votesOf(voters[1]), await votesOf(voters[0])]).toEqual([1, 0, 1]);
    expect((await cache.get('/api/vote/my-votes')).status).toBe(401);
  });

  it('any response of the API but the edition, its images, the statistics and the turnout, by its own headers', async () => {
    const document = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await api.app.inject('/api/docs/json')).json());
    const forAll = ['/api/edition', '/api/edition/logos/{file}', '/api/edition/pictures/{file}', STATISTICS, TURNOUT];
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method })),
    );
    expect(calls.length).toBeGreaterThan(15);
    for (const { path, method } of calls.filter((call) => !forAll.includes(call.path))) {
      const answer = await api.app.inject({
        method: z.enum(['get', 'post', 'delete', 'put', 'patch']).parse(method),
        url: path.replace(/\{\w+\}/g, 'x'),
        headers: { authorization: `Bearer ${voters[0]?.token}` },
        ...(method === 'get' ? {} : { payload: {} }),
      });
      expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });

  it('the health of a process', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      for (const _ of [1, 2]) expect((await cache.get(path)).headers['x-cache'], path).toBe('MISS');
    }
  });
});

describe('variants in a cache', () => {
  it('by language: each client gets its own manifest', async () => {
    for (const language of ['en', 'uk', 'en', 'uk']) {
      const answer = await cache.get('/manifest.webmanifest', { 'accept-language': language });
      expect(JSON.parse(answer.body.toString()).lang).toBe(language);
    }
    const kept = await cache.get('/manifest.webmanifest', { 'accept-language': 'uk' });
    expect([kept.headers['x-cache'], JSON.parse(kept.body.toString()).lang]).toEqual(['HIT', 'uk']);
  });

  it('by encoding: a file’s brotli, gzip and plain bytes never mix', async () => {
    const states: (string | undefined)[] = [];
    for (const encoding of ['br', 'gzip', undefined, 'br', 'gzip', undefined]) {
      const answer = await cache.get('/assets/app.abc123.js', encoding ? { 'accept-encoding': encoding } : {});
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(plainOf(answer.body, encoding)).toBe(BUILT_SCRIPT);
      expect(answer.headers['cache-control']).toContain('immutable');
      states.push(answer.headers['x-cache']);
    }
    expect(states.slice(3)).toEqual(['HIT', 'HIT', 'HIT']);
  });
});

describe('docs/scaling.md', () => {
  it('lists the headers that the responses really have', async () => {
    const [{ publicName } = { publicName: '' }] = api.deps.edition.logos;
    await lookAtLog(api);
    const log = `/log/${api.deps.edition.year}/`;
    const { size } = (await api.app.inject({ url: `${log}status` })).json();
    const really: Record<string, string> = {
      '/log/2026/tile/0/000': `${log}tile/0/000.p/${size}`,
      '/assets/app.js': '/assets/app.abc123.js',
      '/api/edition/logos/logo': `/api/edition/logos/${publicName}`,
    };
    const cells = /^\| `(\/[^`]*)` \| `([^`]+)` \|([^|]*)\|([^|]*)\|/gm;
    const rows = [...repositoryFile('docs/scaling.md').matchAll(cells)];
    expect(rows).toHaveLength(15);
    for (const [, path = '', cacheControl, validator = '', vary = ''] of rows) {
      const { statusCode, headers } = await api.app.inject({ url: really[path] ?? path.replace('/log/2026/', log) });
      expect(
        [path, statusCode, headers['cache-control'], headers.etag !== undefined, headers.vary ?? ''],
        path,
      ).toEqual([path, 200, cacheControl, validator.includes('ETag'), vary.replaceAll('`', '').trim()]);
    }
  });
});
