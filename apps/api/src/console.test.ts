import { CONSOLE_URL, type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useTestApi } from '@laurel/support/hooks';
import { newPerson, signUp } from '@laurel/support/people';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ANY_ID = '7d1f0c60-0000-4000-8000-000000000000';
/** Routes of the voters' listener that its OpenAPI document leaves out. */
const HIDDEN = ['GET /livez', 'GET /readyz', 'GET /metrics', 'GET /ws', 'GET /share/card.png'];

const api = useTestApi();
let desk: TestConsole;
let owner: ConsoleClient;
beforeAll(async () => {
  desk = await startTestConsole(api);
  owner = await desk.member('Olena', 'owner');
});
afterAll(() => desk.close());

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The calls that a listener's OpenAPI document names, like `GET /api/edition`. */
const documented = async (app: FastifyInstance): Promise<string[]> => {
  const { paths } = documentSchema.parse((await app.inject('/api/docs/json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
};
const voters = () => documented(api.app);
const consoles = () => documented(desk.app);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** The statuses of calls on a listener, with the session and the origin of an owner of the console. */
const statusesOn = async (app: FastifyInstance, calls: readonly string[]): Promise<Record<string, number>> => {
  const statuses: Record<string, number> = {};
  for (const call of calls) {
    const [name, path = ''] = call.split(' ');
    const method = METHODS.find((each) => each === name) ?? 'GET';
    const url = path.replaceAll(/\{\w+\}|:\w+/g, ANY_ID);
    const headers = { origin: CONSOLE_URL, cookie: owner.cookie };
    const answer = await app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) });
    statuses[call] = answer.statusCode;
  }
  return statuses;
};
const allNotFound = (calls: readonly string[]) => Object.fromEntries(calls.map((call) => [call, 404]));

describe('the two listeners', () => {
  it('have no call in common', async () => {
    const [one, other] = [await voters(), await consoles()];
    expect(one.length).toBeGreaterThan(15);
    expect(other.length).toBeGreaterThan(10);
    expect(one.filter((call) => other.includes(call))).toEqual([]);
  });

  it('know none of the other’s routes: not the voters’ listener, for an owner of the console', async () => {
    const calls = desk.app.consoleCalls.map(({ method, path }) => `${method} /api${path}`);
    expect(calls.length).toBe((await consoles()).length);
    expect(await statusesOn(api.app, calls)).toEqual(allNotFound(calls));
  });

  it('know none of the other’s routes: not the console', async () => {
    const calls = [...(await voters()), ...HIDDEN];
    expect(await statusesOn(desk.app, calls)).toEqual(allNotFound(calls));
  });

  it('do not accept each other’s credentials', async () => {
    const headers = { cookie: owner.cookie, authorization: `Bearer ${owner.cookie.split('=')[1]}` };
    expect((await api.app.inject({ url: '/api/users/info', headers })).statusCode).toBe(401);
    const { token, cookie } = await signUp(api, newPerson());
    const voter = { authorization: `Bearer ${token}`, cookie };
    expect((await api.app.inject({ url: '/api/users/info', headers: voter })).statusCode).toBe(200);
    expect((await desk.app.inject({ url: '/api/me', headers: voter })).statusCode).toBe(401);
    expect((await owner.get('/me')).statusCode).toBe(200);
  });
});

describe('no other origin may read an answer', () => {
  const names = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));

  it.each([
    ['the voters’ listener', () => api.app, '/api/edition', CONSOLE_URL],
    ['the console', () => desk.app, '/api/me', 'http://localhost:8080'],
    ['the console', () => desk.app, '/api/sign-in/options', 'https://evil.example'],
  ])('on %s: a request and a preflight get no CORS header', async (_, app, url, origin) => {
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const preflight = await app().inject({ method: 'OPTIONS', url, headers: asked });
    expect([preflight.statusCode, names(preflight.headers)]).toEqual([404, []]);
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app().inject({ method, url, headers: { origin, cookie: owner.cookie }, payload: {} });
      expect(names(answer.headers)).toEqual([]);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});
