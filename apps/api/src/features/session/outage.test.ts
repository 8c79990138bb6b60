import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { createDeps, type Deps } from '../../deps.ts';
import { startTestApi, type TestApi } from '../../testing/harness.ts';
import { newPerson, refusalOf, signUp } from '../../testing/people.ts';

/** A way to the database that can be cut and mended. */
const openWay = async (target: URL) => {
  const sockets = new Set<Socket>();
  const port = Number(target.port || 5432);
  const server: Server = createServer((near) => {
    const far = connect(port, target.hostname);
    for (const each of [near, far]) {
      sockets.add(each);
      each.on('error', () => {}).on('close', () => sockets.delete(each));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const each of sockets) each.destroy();
    await closed;
  };
  await listen(0);
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  return { url: url.href, cut, mend: () => listen(own) };
};

let api: TestApi;
let way: Awaited<ReturnType<typeof openWay>>;
let deps: Deps;
let app: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  api = await startTestApi();
  way = await openWay(new URL(api.deps.databaseUrl));
  const { config, clock, logger } = api.deps;
  deps = await createDeps({ config, clock, logger, databaseUrl: way.url, passwordCost: { memoryKiB: 64, passes: 1 } });
  app = await buildApp(deps);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await deps.close();
  await way.cut();
  await api.close();
});

describe('while the database is away', () => {
  it('SE-05 a good token gets 503, never 401: the app keeps its session and asks again', async () => {
    const ada = newPerson();
    const { token } = await signUp(api, ada);
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) });
    expect((await call('GET', '/api/vote/my-votes')).statusCode).toBe(200);

    await way.cut();
    const answers = [
      await call('GET', '/api/vote/my-votes'),
      await call('GET', '/api/users/info'),
      await call('POST', '/api/users/logout'),
      await call('POST', '/api/users/login', { login: ada.email, password: ada.password }),
      await call('POST', '/api/users/register', newPerson()),
      await call('POST', '/api/users/verify-email', { requestId: 'q0Vb3v1xJ8mBq7nZ2bWc4A', code: '123456' }),
      await call('POST', '/api/users/forgot-password', { login: ada.email }),
    ];
    for (const each of answers) {
      expect(refusalOf(each)).toMatchObject({ status: 503, code: 'server.unavailable' });
      expect(Number(each.headers['retry-after'])).toBeGreaterThan(0);
    }
    // A bad token is a bad token all the same.
    const bad = await app.inject({ url: '/api/vote/my-votes', headers: { authorization: 'Bearer x' } });
    expect(refusalOf(bad).status).toBe(401);

    await way.mend();
    expect((await call('GET', '/api/vote/my-votes')).statusCode).toBe(200);
    expect((await call('POST', '/api/users/logout')).statusCode).toBe(200);
    expect(refusalOf(await call('GET', '/api/vote/my-votes')).status).toBe(401);
  });
});
