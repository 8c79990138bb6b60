import { type AddressInfo, connect } from 'node:net';
import { startTestApi } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';

let port: number;
const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000000' });
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});

type OpenApi = {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { example?: unknown }> };
        responses: Record<string, unknown>;
      }
    >
  >;
};
const openApi = async (): Promise<OpenApi> => (await api.app.inject({ method: 'GET', url: '/api/docs/json' })).json();

/** The rows of all our own tables, to show that a rejected request changed nothing. */
const rows = async (): Promise<Record<string, number>> => {
  const tables = ['accounts', 'sessions', 'challenges', 'claims', 'social_requests', 'votes', 'phone_verifications'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows: found } = await api.deps.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table}`,
      );
      return [table, found[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
};

describe('the OpenAPI document', () => {
  it('AP-15 is version 3.1 and describes every route of the contract with examples of every body', async () => {
    const document = await openApi();
    expect(document.openapi).toBe('3.1.0');
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /api/users/register',
        'POST /api/users/login',
        'POST /api/users/verify-email',
        'POST /api/users/verify-otp',
        'GET /api/users/check-phone',
        'GET /api/users/info',
        'POST /api/users/request-phone-verify',
        'POST /api/users/confirm-phone-verify',
        'POST /api/users/verification',
        'GET /api/users/verification/telegram-link',
        'GET /api/users/logs/{id}',
        'GET /api/vote/statistics',
        'POST /api/vote',
        'GET /api/vote/my-votes',
      ]),
    );
    for (const [path, methods] of Object.entries(document.paths)) {
      const body = methods.post?.requestBody?.content['application/json'];
      if (body) expect(body.example, path).toBeInstanceOf(Object);
    }
  });

  it('AP-15 has a page to browse it', async () => {
    const page = await api.app.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });
});

describe('every response', () => {
  it('has the security headers', async () => {
    for (const url of ['/api/edition', '/api/nothing', '/livez']) {
      const { headers } = await api.app.inject({ method: 'GET', url });
      expect(headers['content-security-policy'], url).toContain("default-src 'none'");
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
    }
  });

  it('has HSTS on an https site, and never CORS headers', async () => {
    const secure = await startTestApi({ PUBLIC_URL: 'https://awards.example' });
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
      for (const url of ['/api/edition', '/api/vote/statistics', '/api/users/login', '/api/nothing', '/livez']) {
        const answer = await secure.app.inject({ method, url, headers });
        expect(answer.headers['strict-transport-security'], `${method} ${url}`).toBe(
          'max-age=63072000; includeSubDomains',
        );
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
    await secure.close();
  });

  it('does not echo a TRACE request', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end('TRACE / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret-of-mine\r\nConnection: close\r\n\r\n');
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(received).not.toContain('secret-of-mine');
  });

  it('reads fields from the body only, never from the query', async () => {
    const fields = { login: 'ada@example.org', password: 'Secret1!' };
    const answer = await api.post(`/users/login?${new URLSearchParams(fields)}`, {});
    expect(answer.statusCode).toBe(400);
    expect(answer.json().metadata.fields).toEqual({
      login: 'This field is required',
      password: 'This field is required',
    });
  });

  it('is a 404 error for an unknown path', async () => {
    const answer = await api.get('/nothing-here');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 'request.not_found' });
  });
});

describe('health and metrics', () => {
  it('is live and ready, and not ready once a guard of the ballot box is missing', async () => {
    const get = async (url: string) => (await api.app.inject({ method: 'GET', url })).statusCode;
    expect([await get('/livez'), await get('/readyz')]).toEqual([200, 200]);
    const owner = new pg.Client({ connectionString: api.migrateUrl });
    await owner.connect();
    await owner.query('ALTER TABLE votes DISABLE TRIGGER votes_append_only');
    await expect.poll(() => get('/readyz'), { timeout: 10_000 }).toBe(503);
    expect(await get('/livez')).toBe(200);
    await owner.query('ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only');
    await owner.end();
    await expect.poll(() => get('/readyz'), { timeout: 10_000 }).toBe(200);
  });

  it('counts requests and votes for Prometheus by route, without personal data', async () => {
    await api.get('/vote/statistics');
    const { body } = await api.app.inject({ method: 'GET', url: '/metrics' });
    expect(body).toMatch(/laurel_http_requests_total\{route="\/api\/vote\/statistics",status="200"\} [1-9]/);
    for (const name of [
      'laurel_votes_total',
      'laurel_vote_batch_size',
      'laurel_vote_batch_seconds',
      'laurel_sockets',
      'laurel_jobs_waiting',
      'laurel_sms_charged_last_hour',
      'laurel_adapter_failures_total',
    ]) {
      expect(body, name).toContain(name);
    }
    expect(body).not.toMatch(/@|\+380/);
  });
});

describe('fuzzed requests', () => {
  it('VA-11 get a 4xx (or succeed) for any JSON, never a 5xx, and change no row', async () => {
    const document = await openApi();
    const posts = Object.keys(document.paths).filter((path) => document.paths[path]?.post);
    const before = await rows();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fc.jsonValue(), async (url, payload) => {
        const answer = await api.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', authorization: 'Bearer x.y.z' },
          payload: JSON.stringify(payload),
        });
        expect(answer.statusCode, `${url} ${answer.body}`).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(500);
        expect(answer.json()).toMatchObject({ success: false, code: expect.any(String) });
      }),
      { numRuns: 400 },
    );
    expect(await rows()).toEqual(before);
  });

  it('get a 4xx that names the field for any text in any field, never a 5xx', async () => {
    const document = await openApi();
    const bodies = Object.entries(document.paths).flatMap(([url, { post }]) => {
      const example = post?.requestBody?.content['application/json']?.example;
      return example instanceof Object ? [{ url, example: { ...example } as Record<string, unknown> }] : [];
    });
    expect(bodies.length).toBeGreaterThan(8);
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '\0',
        "'; DROP TABLE votes; --",
        '\ud800',
        '../../etc/passwd',
        '%00',
        '{{7*7}}',
        '\u202e',
        'a'.repeat(5_000),
      ),
      fc.double(),
      fc.constant(null),
    );
    const before = await rows();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bodies), fc.nat(), nasty, async ({ url, example }, pick, value) => {
        const fields = Object.keys(example);
        const field = fields[pick % fields.length] ?? '';
        const answer = await api.app.inject({ method: 'POST', url, payload: { ...example, [field]: value } });
        expect(answer.statusCode, `${url} ${field} ${answer.body}`).toBeLessThan(500);
        if (answer.json().code === 'request.invalid') expect(answer.json().metadata.fields).toBeInstanceOf(Object);
      }),
      { numRuns: 300 },
    );
    // A generated registration may be valid (names may have any letters); no other row may appear.
    const after = await rows();
    expect({ ...after, accounts: 0, challenges: 0, claims: 0 }).toEqual({
      ...before,
      accounts: 0,
      challenges: 0,
      claims: 0,
    });
  });

  it.each([
    ['not JSON', 'application/json', '{"a":', 400, 'request.malformed'],
    ['another type', 'text/xml', '<a/>', 415, 'request.unsupported_type'],
    ['too much', 'application/json', `{"a":"${'x'.repeat(20_000)}"}`, 413, 'request.too_large'],
    ['a prototype', 'application/json', '{"__proto__":{"admin":true}}', 400, undefined],
    ['nothing', 'application/json', '', 400, 'request.invalid'],
  ])('are rejected with their code: %s', async (_what, type, payload, status, code) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/users/register',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, ...(code ? { code } : {}) });
  });

  it('end in a 4xx or a closed connection for raw bytes, and the server keeps running', async () => {
    const send = (bytes: Uint8Array): Promise<string> =>
      new Promise((resolve) => {
        let received = '';
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1');
        });
        socket.on('error', () => resolve(received));
        socket.on('close', () => resolve(received));
      });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 300 }),
          fc.webPath().map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
          fc
            .string({ unit: 'binary' })
            .map((path) => Buffer.from(`GET /${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
          fc
            .constantFrom(
              '/%',
              '/api/%zz',
              '/api/users/logs/%00',
              '/api/edition/logos/%c0%ae',
              '//',
              '/*',
              '/api/vote/statistics?%',
            )
            .map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)),
        ),
        async (bytes) => {
          const status = Number((await send(bytes)).slice(9, 12) || 400);
          expect(status, Buffer.from(bytes).toString('latin1')).toBeLessThan(500);
        },
      ),
      { numRuns: 200 },
    );
    expect((await api.app.inject({ method: 'GET', url: '/livez' })).statusCode).toBe(200);
  });
});
