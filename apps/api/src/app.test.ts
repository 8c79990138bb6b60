import { type AddressInfo, connect } from 'node:net';
import * as account from '@laurel/contracts/calls/account';
import type { Call } from '@laurel/contracts/calls/call';
import * as clientIp from '@laurel/contracts/calls/client-ip';
import * as decisions from '@laurel/contracts/calls/decisions';
import * as edition from '@laurel/contracts/calls/edition';
import * as entries from '@laurel/contracts/calls/entries';
import * as passkeys from '@laurel/contracts/calls/passkeys';
import * as receipts from '@laurel/contracts/calls/receipts';
import * as verification from '@laurel/contracts/calls/verification';
import * as vote from '@laurel/contracts/calls/vote';
import { startTestApi } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { newVoter } from '@laurel/support/voters';
import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';

let port: number;
const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000000' });
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});

const isCall = (value: unknown): value is Call => value instanceof Object && 'method' in value;
/** The calls of the contract. */
const CALLS = [account, clientIp, decisions, edition, entries, passkeys, receipts, verification, vote]
  .flatMap((calls) => Object.values<unknown>(calls))
  .filter(isCall);

type OpenApi = {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { example?: unknown; schema?: { properties?: object } }> };
        responses: Record<string, unknown>;
      }
    >
  >;
};
const openApi = async (): Promise<OpenApi> => (await api.app.inject({ method: 'GET', url: '/api/docs/json' })).json();

/** The rows of the tables that a request may change, to show that a rejected one changed nothing. */
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
  /** The files that it describes beside the calls. */
  const FILES = [
    'GET /api/edition/logos/{file}',
    'GET /api/edition/pictures/{file}',
    'GET /log/{year}/checkpoint',
    'GET /log/{year}/key',
    'GET /log/{year}/policy',
    'GET /log/{year}/report',
    'GET /log/{year}/result',
    'GET /log/{year}/status',
    'GET /log/{year}/tile/{*}',
  ];
  /** The POSTs without a body. */
  const WITHOUT_BODY = ['POST /api/users/logout', 'POST /api/users/passkey-proof-options'];

  it('AP-15 is version 3.1 and describes the calls of the contract with examples of every body', async () => {
    const document = await openApi();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, ...call })),
    );
    const calls = CALLS.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.map(({ name }) => name).sort()).toEqual([...FILES, ...calls].sort());
    const posts = described.filter(({ name }) => name.startsWith('POST '));
    expect(posts.filter(({ requestBody }) => !requestBody).map(({ name }) => name)).toEqual(WITHOUT_BODY);
    for (const { name, requestBody } of posts) {
      if (requestBody) expect(requestBody.content['application/json']?.example, name).toBeInstanceOf(Object);
    }
  });

  it('AP-15 has a page to browse it', async () => {
    const page = await api.app.inject({ method: 'GET', url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });
});

describe('a response', () => {
  it('has HSTS on an https site, and no CORS headers outside of the public log', async () => {
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

describe('the process', () => {
  it('is live and ready, and not ready once a guard of the ballot box is missing', async () => {
    const get = async (url: string) => (await api.app.inject({ method: 'GET', url })).statusCode;
    expect([await get('/livez'), await get('/readyz')]).toEqual([200, 200]);
    const owner = new pg.Client({ connectionString: api.migrateUrl });
    await owner.connect();
    await owner.query('ALTER TABLE votes DISABLE TRIGGER votes_append_only');
    await expect.poll(() => get('/readyz')).toBe(503);
    expect(await get('/livez')).toBe(200);
    await owner.query('ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only');
    await owner.end();
    await expect.poll(() => get('/readyz')).toBe(200);
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
  /** The POSTs of the contract with the example of their body and the names of all its fields, also the optional ones. */
  const posts = async (): Promise<{ url: string; example: Record<string, unknown>; fields: string[] }[]> =>
    Object.entries((await openApi()).paths).flatMap(([url, { post }]) => {
      const { example, schema } = post?.requestBody?.content['application/json'] ?? {};
      const fields = Object.keys(schema?.properties ?? {});
      return example instanceof Object ? [{ url, example: { ...example }, fields }] : [];
    });
  /** Somebody whose token is valid, so that bodies are validated, and who may not vote, so that none is cast. */
  const voterToken = async (): Promise<string> => {
    const { accountId, token } = await newVoter(api, { social: false });
    const { db, keyring } = api.deps;
    // A body with a valid code reaches the secret.
    const totpSecret = new Uint8Array(keyring.seal('totp-secret', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'));
    await db.account.update({ where: { id: accountId }, data: { totpSecret } });
    return token;
  };
  /** Posts any JSON, and counts the bodies of each path that were refused as invalid. */
  const poster = async () => {
    const authorization = `Bearer ${await voterToken()}`;
    const refused = new Map<string, number>();
    return {
      refused: () => [...refused.keys()].sort(),
      post: async (url: string, body: unknown) => {
        const payload = JSON.stringify(body);
        const headers = { 'content-type': 'application/json', authorization };
        const answer = await api.app.inject({ method: 'POST', url, headers, payload });
        const { code, metadata } = answer.json();
        if (code === 'request.invalid') refused.set(url, (refused.get(url) ?? 0) + 1);
        return { status: answer.statusCode, text: `${url} ${payload} ${answer.body}`, code, fields: metadata?.fields };
      },
    };
  };

  it('VA-11 get a 4xx for any JSON, which names the fields of a bad body, and change no row', async () => {
    const urls = (await posts()).map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(8);
    const { post, refused } = await poster();
    const before = await rows();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (payload) => {
        for (const url of urls) {
          const { status, text, code, fields } = await post(url, payload);
          expect(status, text).toBeGreaterThanOrEqual(400);
          expect(status, text).toBeLessThan(500);
          // The parser refuses a body that would change a prototype.
          if (code === 'request.malformed') expect(text).toMatch(/__proto__|constructor/);
          else if (status === 400) expect(Object.values(fields).length, text).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40, examples: [[null], [[]], [{}]] },
    );
    expect(refused()).toEqual(urls.sort());
    expect(await rows()).toEqual(before);
  });

  it('VA-11 get a 400 that names the field for a bad text in any field, never a 5xx', async () => {
    const bodies = await posts();
    const nasty = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
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
    const { post } = await poster();
    const named = new Set<string>();
    const before = await rows();
    await fc.assert(
      fc.asyncProperty(nasty, async (value) => {
        for (const { url, example, fields: all } of bodies) {
          for (const field of all) {
            const { status, text, code, fields } = await post(url, { ...example, [field]: value });
            expect(status, `${field}: ${text}`).toBeLessThan(500);
            if (code !== 'request.invalid') continue;
            expect(Object.keys(fields), text).toEqual([field]);
            named.add(`${url} ${field}`);
          }
        }
      }),
      // The second is a valid backup code.
      { numRuns: 10, examples: [[null], ['ABCDEFGH23']] },
    );
    expect([...named].sort()).toEqual(
      bodies.flatMap(({ url, fields }) => fields.map((field) => `${url} ${field}`)).sort(),
    );
    expect([...named]).toEqual(
      expect.arrayContaining(['/api/users/register replaces', '/api/users/verify-otp backupCode']),
    );
    // A generated registration may be valid (names may have any letters), and so may a username.
    const valid = { accounts: 0, challenges: 0, claims: 0, social_requests: 0 };
    expect({ ...(await rows()), ...valid }).toEqual({ ...before, ...valid });
  });
});
