import type { AddressInfo } from 'node:net';
import { chatSend, chatTopic } from '@laurel/contracts/destinations';
import { useTestApi } from '@laurel/support/hooks';
import { anotherCode, handleOf, type Member, newPerson, refusalOf, register, signUp } from '@laurel/support/people';
import { lookAtLog } from '@laurel/support/public-log';
import { connectStomp, type StompPeer } from '@laurel/support/stomp';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newHandle } from './crypto/random.ts';
import { EMAIL_CODE_TTL_MS } from './limits.ts';

const UNKNOWN = 'q0Vb3v1xJ8mBq7nZ2bWc4A';
/** A well-formed token with an invalid signature. */
const FORGED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln';

/** The hourly limit of wrong codes and invalid handles per network. */
const BUDGET = 40;

let statements: string[] = [];
/** Running status queries, and the highest number at once. */
const statusQueries = { open: 0, most: 0 };
const api = useTestApi({
  LIMITS_CODES_NETWORK_HOUR: String(BUDGET),
  TELEGRAM_BOT_TOKEN: '1:token',
  TELEGRAM_CHANNEL: '@channel',
  TELEGRAM_MODE: 'webhook',
  INSTAGRAM_PROVIDER: 'graph',
  INSTAGRAM_ACCESS_TOKEN: 'token',
  INSTAGRAM_APP_SECRET: 'secret',
  INSTAGRAM_VERIFY_TOKEN: 'verify',
});
beforeAll(async () => {
  await lookAtLog(api);
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === 'string' ? query : String((query as { text?: string }).text);
    // Each new connection of a pool asks this, and no request.
    if (!text.includes('pg_is_in_recovery')) statements.push(text);
    const done = args.at(-1);
    if (text.includes('social_requests') && typeof done === 'function') {
      statusQueries.open += 1;
      statusQueries.most = Math.max(statusQueries.most, statusQueries.open);
      args[args.length - 1] = (...answer: unknown[]): void => {
        statusQueries.open -= 1;
        done(...answer);
      };
    }
    return Reflect.apply(send, this, args);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
});

/** The statements that a request executes, including BEGIN and COMMIT. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  statements = [];
  await work();
  return statements;
};

/** Every method and path of the router. */
const routes = (): string[] => {
  const tree = api.app.printRoutes({ commonPrefix: false });
  const path: string[] = [];
  const found: string[] = [];
  for (const line of tree.split('\n')) {
    const match = line.match(/^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?/);
    if (!match) continue;
    const [, indent = '', part = '', methods = ''] = match;
    path.length = indent.length / 4;
    path.push(part);
    for (const method of methods.split(', ').filter(Boolean)) found.push(`${method} ${path.join('')}`);
  }
  return found.sort();
};

/** The path of a route with made-up values for its parameters, but a real year: the public log refuses others at once. */
const pathOf = (route: string): string =>
  route
    .slice(route.indexOf(' ') + 1)
    .replace(':year', String(api.deps.edition.year))
    .replace(':id', UNKNOWN)
    .replace(':file', 'x.svg')
    .replace('*', 'x');

type Ask = { body?: unknown; token?: string; ip?: string };

const send = (route: string, { body, token, ip = '198.51.100.1' }: Ask = {}) =>
  api.app.inject({
    method: route.startsWith('GET') ? 'GET' : route.startsWith('HEAD') ? 'HEAD' : 'POST',
    url: pathOf(route),
    remoteAddress: ip,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const VERIFY_EMAIL = 'POST /api/users/verify-email';
const VERIFY_OTP = 'POST /api/users/verify-otp';
const RESET = 'POST /api/users/reset-password';
/** A valid body with an invalid handle. */
const MADE_UP: Readonly<Record<string, unknown>> = {
  [VERIFY_EMAIL]: { requestId: UNKNOWN, code: '123456' },
  [VERIFY_OTP]: { requestKey: UNKNOWN, otpCode: '123456' },
  [RESET]: { requestId: UNKNOWN, code: '123456', password: 'Secret1!' },
};
const NOBODY = { login: 'nobody@example.org' };

/**
 * The statements, including BEGIN and COMMIT, that a request with a valid but made-up body executes. Every other route executes
 * none for an unauthenticated request, and these execute none for an invalid body.
 */
const STATEMENTS: readonly (readonly [route: string, body: unknown, statements: number])[] = [
  // One lookup of the handle, one charge of the network.
  [VERIFY_EMAIL, MADE_UP[VERIFY_EMAIL], 2],
  [VERIFY_OTP, MADE_UP[VERIFY_OTP], 2],
  [RESET, MADE_UP[RESET], 2],
  // One lookup of the account, one charge of the network.
  ['POST /api/users/login', { ...NOBODY, password: 'Secret1!' }, 2],
  // Handled like a known login, which creates a code and a mail; the network is charged first.
  ['POST /api/users/resend-email-code', NOBODY, 8],
  ['POST /api/users/forgot-password', NOBODY, 8],
  // Creates an account; the network is charged first.
  ['POST /api/users/register', newPerson(), 8],
];

/** Paths whose data is read at most once a second, however many requests there are. */
const SHARED = [
  '/readyz',
  '/metrics',
  '/api/vote/statistics',
  '/api/vote/turnout',
  '/api/decisions',
  '/decisions',
  '/2025/decisions',
  '/record',
  '/2025/record',
  '/api/edition/logos/:file',
  '/api/edition/pictures/:file',
  '/log/:year/status',
];
const isShared = (route: string): boolean => SHARED.includes(route.slice(route.indexOf(' ') + 1));

const PROVE_NOTHING: readonly Ask[] = [{}, { token: FORGED }, { token: 'x' }, { body: '{' }, { body: {} }];

describe('SQL statements of unauthenticated requests', () => {
  it('are not executed on any route: anonymous, unauthenticated or garbage', async () => {
    const all = routes().filter((route) => !isShared(route));
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((route) => route.includes('webhook'))).toHaveLength(4);
    const costly: string[] = [];
    for (const route of all) {
      for (const ask of PROVE_NOTHING) {
        const sent = await statementsOf(() => send(route, ask));
        if (sent.length > 0) costly.push(`${route} ${JSON.stringify(ask)}: ${sent.join('; ')}`);
      }
    }
    expect(costly).toEqual([]);
  });

  it.each(STATEMENTS)('do not exceed the number in the table: %s', async (route, body, expected) => {
    const sent = await statementsOf(() => send(route, { body, ip: '198.51.100.2' }));
    expect(sent.length, sent.join('\n')).toBe(expected);
  });

  it.each(SHARED)('are executed once for concurrent requests: %s', async (path) => {
    // Each from a network of its own, which has not reached the limit of reads.
    const ip = `198.51.100.${100 + SHARED.indexOf(path)}`;
    // A busy machine may take longer than the second for which a response is cached.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const many = await statementsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(`GET ${path}`, { ip })));
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(0);
    }).finally(() => clock.mockRestore());
    expect(many.length).toBeLessThan(60);
  });
});

describe('made-up handles from one network', () => {
  it.each([VERIFY_EMAIL, VERIFY_OTP, RESET])(
    'cost no statements beyond its budget, however many are concurrent: %s',
    async (route) => {
      const ip = `198.51.100.${10 + route.length}`;
      const ask = { body: MADE_UP[route], ip };
      const sent = await statementsOf(async () => {
        const answers = await Promise.all(Array.from({ length: 300 }, () => send(route, ask)));
        const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
        expect(count(400) + count(410)).toBe(BUDGET);
        expect(count(429) + count(503)).toBe(300 - BUDGET);
      });
      // One lookup and one charge for each compared handle, and for those looked up meanwhile.
      expect(sent.length).toBeLessThan(2 * BUDGET + 20);

      // All routes that take a handle share one budget, which is then read once a second.
      for (const [each, body] of Object.entries(MADE_UP)) {
        expect(await statementsOf(async () => expect((await send(each, { body, ip })).statusCode).toBe(429))).toEqual(
          [],
        );
      }
      api.clock.advance(1_000);
      expect((await statementsOf(() => send(route, ask))).length).toBe(3);
      expect(await statementsOf(() => send(route, ask))).toEqual([]);
    },
  );
});

describe('a handle without an open code, from one network', () => {
  const spent = async () => {
    const requestId = await register(api, newPerson());
    const code = anotherCode('000000');
    for (let tries = 0; tries < 5; tries += 1) {
      await send(VERIFY_EMAIL, { body: { requestId, code }, ip: '198.51.100.60' });
    }
    return { requestId, code };
  };
  const expired = async () => {
    const requestId = handleOf(await api.post('/users/forgot-password', NOBODY));
    api.clock.advance(EMAIL_CODE_TTL_MS);
    return { requestId, code: '123456', password: 'Secret1!' };
  };

  it.each([
    ['used up', VERIFY_EMAIL, spent, '198.51.100.61'],
    ['expired', RESET, expired, '198.51.100.62'],
  ] as const)('costs no statements beyond the budget of made-up ones: %s', async (_name, route, prepare, ip) => {
    const body = await prepare();
    const sent = await statementsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 300 }, () => send(route, { body, ip })));
      const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
      expect(count(410)).toBe(BUDGET);
      expect(count(429) + count(503)).toBe(300 - BUDGET);
    });
    expect(sent.length).toBeLessThan(2 * BUDGET + 20);
  });
});

describe('made-up event ids over STOMP', () => {
  it('use one database connection, however many sockets send them', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
    const peers = await Promise.all(Array.from({ length: 20 }, () => connectStomp(origin, '1.2')));
    const ask = async (peer: StompPeer): Promise<void> => {
      for (let asked = 0; asked < 50; asked += 1) {
        peer.client.publish({ destination: chatSend(newHandle()), body: '' });
      }
      // Frames are handled in order: this receipt follows the answers to all earlier messages.
      await peer.subscribe(chatTopic(newHandle()));
    };
    await Promise.all(peers.map(ask));
    expect(statusQueries.most).toBe(1);
    await Promise.all(peers.map((peer) => peer.close()));
  });
});

describe('requests of one account', () => {
  it('cost no statements beyond six hundred a minute, and leave others alone', async () => {
    const [ada, bob] = [await signUp(api, newPerson()), await signUp(api, newPerson())];
    // The counts of all accounts begin again.
    api.clock.advance(60_000);
    const info = ({ token }: Member) => send('GET /api/users/info', { token });
    const sent = await statementsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 700 }, () => info(ada)));
      const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
      expect([count(200), count(429)]).toEqual([600, 100]);
    });
    // The session, the account and its open request to Instagram.
    expect(sent.length).toBe(3 * 600);
    expect(refusalOf(await info(ada)).code).toBe('limit.exceeded');
    expect((await info(bob)).statusCode).toBe(200);
    api.clock.advance(60_000);
    expect((await info(ada)).statusCode).toBe(200);
  });
});
