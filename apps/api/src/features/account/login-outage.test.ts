import { useTestApi } from '@laurel/support/hooks';
import { newPerson, refusalOf, signUp } from '@laurel/support/people';
import { type Switch, startSwitch } from '@laurel/support/switch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { createDeps, type Deps } from '../../deps.ts';

let connection: Switch;
let deps: Deps;
let app: Awaited<ReturnType<typeof buildApp>>;
const api = useTestApi();
beforeAll(async () => {
  connection = await startSwitch(api.deps.databaseUrl);
  const { config, clock, logger } = api.deps;
  deps = await createDeps({
    config,
    clock,
    logger,
    databaseUrl: connection.url,
    passwordCost: { memoryKiB: 64, passes: 1 },
  });
  app = await buildApp(deps);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await deps.close();
  await connection.close();
});

describe('while the database is unreachable', () => {
  it('SE-05 a valid token gets 503, never 401: the app keeps its session and tries again', async () => {
    const ada = newPerson();
    const { token } = await signUp(api, ada);
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) });
    expect((await call('GET', '/api/vote/my-votes')).statusCode).toBe(200);

    await connection.down();
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
    // A malformed token is refused without the database.
    const bad = await app.inject({ url: '/api/vote/my-votes', headers: { authorization: 'Bearer x' } });
    expect(refusalOf(bad).status).toBe(401);

    await connection.up();
    expect((await call('GET', '/api/vote/my-votes')).statusCode).toBe(200);
    expect((await call('POST', '/api/users/logout')).statusCode).toBe(200);
    expect(refusalOf(await call('GET', '/api/vote/my-votes')).status).toBe(401);
  });
});
