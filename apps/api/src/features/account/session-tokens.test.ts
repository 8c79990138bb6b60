import * as account from '@laurel/contracts/calls/account';
import type { Call } from '@laurel/contracts/calls/call';
import * as passkeys from '@laurel/contracts/calls/passkeys';
import * as verification from '@laurel/contracts/calls/verification';
import * as vote from '@laurel/contracts/calls/vote';
import { startAnotherProcess } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { eraseAccount, newPerson, refusalOf, signUp, tokenOf } from '@laurel/support/people';
import { startSwitch } from '@laurel/support/switch';
import { firstBallot } from '@laurel/support/voters';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTokens } from '../../crypto/tokens.ts';
import { TOKEN_TTL_MS } from '../../limits.ts';

const HANDLE = 'q0Vb3v1xJ8mBq7nZ2bWc4A';
const SECRET = 'the secret of these tests, long enough';
const PREVIOUS = 'the secret that was in use before it';

const api = useTestApi({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: PREVIOUS });
let token: string;
let claims: { accountId: string; sessionId: string };
beforeAll(async () => {
  token = (await signUp(api, newPerson())).token;
  claims = api.deps.tokens.verify(token, api.clock.now());
});

const isCall = (value: object): value is Call => 'auth' in value && 'method' in value;
const calls: Call[] = [account, passkeys, verification, vote]
  .flatMap((each) => Object.values<object>({ ...each }))
  .filter(isCall);
const guarded = calls.filter((each) => each.auth);

/** A payload that is valid for every call, so that only the token is wrong. */
const validPayload = () => {
  const social = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada' };
  return {
    ...firstBallot(api),
    ...social,
    requestKey: HANDLE,
    code: '123456',
    otpCode: '123456',
    wanted: true,
    id: HANDLE,
  };
};
const send = ({ method, path }: Call, authorization?: string) =>
  api.app.inject({
    method,
    url: `/api${path.replace(':id', HANDLE)}`,
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'POST' ? { payload: validPayload() } : {}),
  });
const info = (authorization?: string) => send(account.info, authorization);

describe('every protected call', () => {
  it('RO-01 VO-01 returns 401 without a token, with an invalid one, and after its session has ended', async () => {
    const { token: ended } = await signUp(api, newPerson());
    await api.post('/users/logout', undefined, { token: ended });
    expect(guarded).toHaveLength(17);
    for (const call of guarded) {
      for (const authorization of [undefined, '', 'Bearer', 'Bearer x', `Basic ${token}`, `Bearer ${token}x`]) {
        expect([call.path, refusalOf(await send(call, authorization))]).toMatchObject([
          call.path,
          { status: 401, code: 'auth.required', errors: ['Log in to continue'] },
        ]);
      }
      expect([call.path, refusalOf(await send(call, `Bearer ${ended}`))]).toMatchObject([
        call.path,
        { status: 401, code: 'auth.expired', errors: ['Your session has ended. Log in again'] },
      ]);
    }
  });
});

describe('a token', () => {
  it('RO-01 is refused where the session belongs to another account, or to none', async () => {
    const other = api.deps.tokens.verify((await signUp(api, newPerson())).token, api.clock.now());
    const mixed = { accountId: other.accountId, sessionId: claims.sessionId };
    const unknown = { accountId: claims.accountId, sessionId: '00000000-0000-4000-8000-000000000000' };
    for (const each of [mixed, unknown]) {
      const made = api.deps.tokens.issue(each, api.clock.now());
      expect(refusalOf(await info(`Bearer ${made}`))).toMatchObject({ status: 401, code: 'auth.expired' });
    }
  });

  it('is accepted with the previous secret, so that keys can rotate, and with no other', async () => {
    const made = (secret: string) => createTokens(secret).issue(claims, api.clock.now());
    expect((await info(`Bearer ${made(PREVIOUS)}`)).statusCode).toBe(200);
    expect((await info(`Bearer ${made('a secret that was never in use at all')}`)).statusCode).toBe(401);
  });

  it('RO-01 is refused once it has expired, and so is its session', async () => {
    const { token: old } = await signUp(api, newPerson());
    const { accountId, sessionId } = api.deps.tokens.verify(old, api.clock.now());
    api.clock.advance(TOKEN_TTL_MS);
    expect(refusalOf(await info(`Bearer ${old}`))).toMatchObject({ status: 401, code: 'auth.expired' });
    // A newer token does not extend the session.
    const renewed = api.deps.tokens.issue({ accountId, sessionId }, api.clock.now());
    expect(refusalOf(await info(`Bearer ${renewed}`))).toMatchObject({ status: 401, code: 'auth.expired' });
  });

  it('RO-01 is refused once the account is erased', async () => {
    const { token: alive } = await signUp(api, newPerson());
    const { accountId } = api.deps.tokens.verify(alive, api.clock.now());
    await eraseAccount(api, accountId);
    expect(refusalOf(await info(`Bearer ${alive}`))).toMatchObject({ status: 401, code: 'auth.expired' });
  });
});

describe('POST /users/logout', () => {
  it('ends this session and no other', async () => {
    const ada = newPerson();
    const first = await signUp(api, ada);
    const again = await api.post(
      '/users/login',
      { login: ada.email, password: ada.password },
      { headers: { cookie: first.cookie } },
    );
    const second = tokenOf(again);
    const answer = await api.post('/users/logout', undefined, { token: first.token });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await info(`Bearer ${first.token}`)).statusCode).toBe(401);
    expect((await info(`Bearer ${second}`)).statusCode).toBe(200);
  });

  it.each(['application/json', 'application/json; charset=utf-8'])(
    'accepts an empty body of the type %s',
    async (type) => {
      const { token: own } = await signUp(api, newPerson());
      const headers = { 'content-type': type, 'content-length': '0' };
      const answer = await api.post('/users/logout', undefined, { token: own, headers });
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      expect((await info(`Bearer ${own}`)).statusCode).toBe(401);
    },
  );
});

it('SE-05 a valid token gets 503 while the database is unreachable, never 401: the app keeps its session', async () => {
  const connection = await startSwitch(api.deps.databaseUrl);
  const { app, close } = await startAnotherProcess({ deps: { ...api.deps, databaseUrl: connection.url } });
  onTestFinished(async () => {
    await close();
    await connection.close();
  });
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
