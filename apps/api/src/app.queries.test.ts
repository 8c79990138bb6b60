import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from './testing/harness.ts';
import { newPerson } from './testing/people.ts';

const UNKNOWN = 'q0Vb3v1xJ8mBq7nZ2bWc4A';
/** A token in the right form that nobody signed. */
const FORGED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln';

/** Wrong codes and made-up handles that a network has in an hour. */
const BUDGET = 40;

let api: TestApi;
let statements: string[] = [];
beforeAll(async () => {
  api = await startTestApi({ LIMITS_CODES_NETWORK_HOUR: String(BUDGET) });
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    statements.push(typeof query === 'string' ? query : String((query as { text?: string }).text));
    return Reflect.apply(send, this, args);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.close();
});

/** The statements that a request sends, BEGIN and COMMIT included. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  statements = [];
  await work();
  return statements;
};

/** Every method and path that the router knows. */
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

/** Paths with every parameter filled in by something made up. */
const pathOf = (route: string): string => {
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(':id', UNKNOWN)
    .replace(':file', 'x.svg');
  return path.replace('*', 'x');
};

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
/** A body that is right in form, with a handle that nobody was given. */
const MADE_UP: Readonly<Record<string, unknown>> = {
  [VERIFY_EMAIL]: { requestId: UNKNOWN, code: '123456' },
  [VERIFY_OTP]: { requestKey: UNKNOWN, otpCode: '123456' },
  [RESET]: { requestId: UNKNOWN, code: '123456', password: 'Secret1!' },
};
const NOBODY = { login: 'nobody@example.org' };

/**
 * Statements, BEGIN and COMMIT included, that a request sends whose body is right in form and made up. Every other route
 * sends none for a request that proves nothing; so does each of these for one that is not right in form.
 */
const STATEMENTS: readonly (readonly [route: string, body: unknown, statements: number])[] = [
  // One look for the handle, one charge of the network.
  [VERIFY_EMAIL, MADE_UP[VERIFY_EMAIL], 2],
  [VERIFY_OTP, MADE_UP[VERIFY_OTP], 2],
  [RESET, MADE_UP[RESET], 2],
  // One look for the account, one charge of the network.
  ['POST /api/users/login', { ...NOBODY, password: 'Secret1!' }, 2],
  // Treated as a known login, which takes a code and a mail; the charge of the network comes first.
  ['POST /api/users/resend-email-code', NOBODY, 10],
  ['POST /api/users/forgot-password', NOBODY, 10],
  // Opens an account; the charge of the network comes first.
  ['POST /api/users/register', newPerson(), 15],
];

/** What is read at most once a second for all who ask: the number of requests makes no difference. */
const SHARED = ['/readyz', '/metrics', '/api/vote/statistics', '/api/edition/logos/:file'];
const isShared = (route: string): boolean => SHARED.includes(route.slice(route.indexOf(' ') + 1));

const PROVE_NOTHING: readonly Ask[] = [{}, { token: FORGED }, { token: 'x' }, { body: '{' }, { body: {} }];

describe('the statements of requests that prove nothing', () => {
  it('are none on every route: anonymous, unauthenticated or garbage', async () => {
    const all = routes().filter((route) => !isShared(route));
    expect(all.length).toBeGreaterThan(40);
    const costly: string[] = [];
    for (const route of all) {
      for (const ask of PROVE_NOTHING) {
        const sent = await statementsOf(() => send(route, ask));
        if (sent.length > 0) costly.push(`${route} ${JSON.stringify(ask)}: ${sent.join('; ')}`);
      }
    }
    expect(costly).toEqual([]);
  });

  it.each(STATEMENTS)('are those of the table: %s', async (route, body, most) => {
    const sent = await statementsOf(() => send(route, { body, ip: '198.51.100.2' }));
    expect(sent.length, sent.join('\n')).toBe(most);
  });

  it.each(SHARED)('are those of one request for any number of them at once: %s', async (path) => {
    const many = await statementsOf(() => Promise.all(Array.from({ length: 200 }, () => send(`GET ${path}`))));
    // A busy machine may take more than the second for which an answer is kept.
    expect(many.length).toBeLessThan(60);
  });
});

describe('made-up handles from one network', () => {
  it.each([VERIFY_EMAIL, VERIFY_OTP, RESET])(
    'cost nothing beyond its budget, in any number at once: %s',
    async (route) => {
      const ip = `198.51.100.${10 + route.length}`;
      const ask = { body: MADE_UP[route], ip };
      const sent = await statementsOf(async () => {
        const answers = await Promise.all(Array.from({ length: 900 }, () => send(route, ask)));
        const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
        expect(count(400) + count(410)).toBe(BUDGET);
        expect(count(429) + count(503)).toBe(900 - BUDGET);
      });
      // A look and a charge for each that is compared, and for those that were looked up meanwhile.
      expect(sent.length).toBeLessThan(2 * BUDGET + 20);

      // The budget is one for all calls that take a handle, and is asked for once a second from then on.
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
