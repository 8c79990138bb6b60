import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LAST_VOTE_MS } from '@laurel/api/limits';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { BUILT_SCRIPT, makeBuiltPage } from '@laurel/support/built-page';
import { type CachingProxy, type RawResponse, startCachingProxy } from '@laurel/support/caching-proxy';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { lookAtLog } from '@laurel/support/public-log';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { until } from '@laurel/support/until';
import { createVoters } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A whole Laurel, page included, behind a cache. */
const startBehindCache = async (env: Record<string, string> = {}) => {
  const page = makeBuiltPage();
  cpSync(inRepository('verifiers'), join(page.dir, 'verifiers'), { recursive: true });
  const api = await startTestApi({ WEB_DIR: page.dir, LIMITS_READS_NETWORK_MINUTE: '100000', ...env });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const cache = await startCachingProxy(port);
  return {
    api,
    cache,
    close: async () => {
      await cache.stop();
      await api.close();
      page.remove();
    },
  };
};

let api: TestApi;
let cache: CachingProxy;
let close: () => Promise<void>;
let voters: Voter[];
beforeAll(async () => {
  ({ api, cache, close } = await startBehindCache());
  const now = api.clock.now();
  voters = await createVoters({ migrateUrl: api.migrateUrl, tokens: api.deps.tokens, now, count: 2 });
});
afterAll(() => close());

const STATISTICS = '/api/vote/statistics';
const TURNOUT = '/api/vote/turnout';

/** The number of responses with a status from Laurel itself on a route. */
const given = async (route: string, status: number): Promise<number> => {
  const { values } = await api.deps.metrics.requests.get();
  return values.find(({ labels }) => labels.route === route && labels.status === String(status))?.value ?? 0;
};

/** The first answer that a cache asks Laurel for again, because the stored one is too old. */
const renewed = (from: CachingProxy, path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  until(`a cache to renew ${path}`, async () => {
    const answer = await from.get(path, headers);
    return answer.headers['x-cache'] === 'HIT' ? undefined : answer;
  });

const plainOf = (body: Buffer, encoding: string | undefined): string => {
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
};

const firstShare = (json: string): number =>
  z.array(statisticsItemSchema).parse(JSON.parse(json))[0]?.results[0]?.percentage ?? 0;

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
    expect((await renewed(cache, STATISTICS)).headers['x-cache']).toBe('REVALIDATED');
    expect(await given(STATISTICS, 304)).toBe(before + 1);
    const again = await cache.get(STATISTICS, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('show a vote within two or three seconds', async () => {
    expect(firstShare((await cache.get(STATISTICS)).body.toString())).toBe(0);
    await castFirst(voters[0]);
    await expect.poll(async () => firstShare((await api.get('/vote/statistics')).body)).toBe(100);
    // Laurel shows it within a second or two, and the cache with its next answer from Laurel.
    expect(firstShare((await renewed(cache, STATISTICS)).body.toString())).toBe(100);
  });

  it('are compressed by the cache for clients that accept it', async () => {
    for (const encoding of ['gzip', undefined, 'gzip', undefined]) {
      const answer = await cache.get(STATISTICS, encoding ? { 'accept-encoding': encoding } : {});
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(firstShare(plainOf(answer.body, encoding))).toBe(100);
      // A cache may turn a strong validator into a weak one.
      const known = await cache.get(STATISTICS, { 'if-none-match': String(answer.headers.etag) });
      expect(known.status).toBe(304);
    }
  });
});

describe('the edition behind a cache', () => {
  it('is cached for five seconds, then revalidated by its ETag', async () => {
    const asked = { 'accept-encoding': 'gzip' };
    const first = await cache.get('/api/edition', asked);
    await expect.poll(async () => (await cache.get('/api/edition', asked)).headers['x-cache']).toBe('HIT');
    const before = await given('/api/edition', 304);
    expect((await renewed(cache, '/api/edition', asked)).headers['x-cache']).toBe('REVALIDATED');
    expect(await given('/api/edition', 304)).toBe(before + 1);
    const again = await cache.get('/api/edition', { ...asked, 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('matches its validator among several, and as a weak one from a proxy', async () => {
    const etag = String((await api.get('/edition')).headers.etag);
    const ask = async (value: string) =>
      (await api.get('/edition', { headers: { 'if-none-match': value } })).statusCode;
    expect([await ask(etag), await ask(`W/${etag}`), await ask(`"another", W/${etag}`)]).toEqual([304, 304, 304]);
    expect(await ask('"another"')).toBe(200);
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

describe.each([STATISTICS, '/api/edition'])('variants of %s in a cache', (path) => {
  it('Laurel’s own brotli and the plain text never mix, and each is known by its own validator', async () => {
    const texts = new Set<string>();
    const etags = new Set<string | undefined>();
    for (const encoding of ['br', undefined, 'br', undefined]) {
      const asked: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding };
      const answer = await cache.get(path, asked);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toMatch(/accept-encoding/i);
      texts.add(plainOf(answer.body, encoding));
      etags.add(answer.headers.etag);
      const known = await cache.get(path, { ...asked, 'if-none-match': String(answer.headers.etag) });
      expect([known.status, known.body.length]).toEqual([304, 0]);
    }
    expect([texts.size, etags.size]).toEqual([1, 2]);
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
    expect(rows).toHaveLength(14);
    for (const [, path = '', cacheControl, validator = '', vary = ''] of rows) {
      const { statusCode, headers } = await api.app.inject({ url: really[path] ?? path.replace('/log/2026/', log) });
      expect(
        [path, statusCode, headers['cache-control'], headers.etag !== undefined, headers.vary ?? ''],
        path,
      ).toEqual([path, 200, cacheControl, validator.includes('ETag'), vary.replaceAll('`', '').trim()]);
    }
  });
});

describe('hidden results behind a cache', () => {
  it('are in no response, cached or not, until the winners are announced', async () => {
    const editionDir = mkdtempSync(join(tmpdir(), 'laurel-edition-'));
    cpSync(demoEditionDir, editionDir, { recursive: true });
    const file = join(editionDir, 'edition.yaml');
    const announcedAt = new Date(Date.now() + 3_600_000).toISOString();
    const text = readFileSync(file, 'utf8')
      .replace('visibility: live', 'visibility: hidden')
      .replace(/^phases:\n/m, `phases:\n  winnersAnnouncedAt: ${announcedAt}\n`);
    writeFileSync(file, text);
    const hidden = await startBehindCache({ EDITION_DIR: editionDir });
    try {
      const now = hidden.api.clock.now();
      const made = { migrateUrl: hidden.api.migrateUrl, tokens: hidden.api.deps.tokens, now, count: 1 };
      const [voter] = await createVoters(made);
      const [nomination] = hidden.api.deps.edition.nominations;
      const [category] = nomination?.categories ?? [];
      const vote = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
      expect((await hidden.api.post('/vote', vote, { token: voter?.token ?? '' })).statusCode).toBe(201);
      // The cache keeps an answer longer than Laurel, so Laurel has computed the second one after the vote.
      for (const _ of [1, 2]) {
        expect((await renewed(hidden.cache, STATISTICS)).body.toString()).toBe('[]');
        expect((await hidden.cache.get(STATISTICS)).body.toString()).toBe('[]');
        expect((await hidden.cache.get('/')).body.toString()).not.toContain('"percentage"');
        expect((await hidden.cache.get('/api/edition')).body.toString()).not.toContain('"percentage"');
      }
      hidden.api.clock.advance(3_600_000);
      // Voting ends with the announcement here: the winners are known once no vote can be stored any more.
      hidden.api.clock.advance(LAST_VOTE_MS);
      await expect.poll(async () => (await hidden.cache.get(STATISTICS)).body.toString()).toContain('"percentage":100');
    } finally {
      await hidden.close();
      rmSync(editionDir, { recursive: true, force: true });
    }
  });
});
