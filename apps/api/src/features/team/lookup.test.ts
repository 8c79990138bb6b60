import { useMember, useTestApi, useTestConsole } from '@laurel/support/hooks';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newToken, UNKNOWN_TOKENS } from './policy.ts';

const api = useTestApi();
const desk = useTestConsole(api);
const owner = useMember(desk, 'Olena', 'owner');
let cookieName: string;
beforeAll(async () => {
  cookieName = owner.cookie.slice(0, owner.cookie.indexOf('='));
});

let lookUps: () => number;
beforeEach(async () => {
  await owner.get('/me');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  lookUps = () => query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('team_session(')).length;
});
afterEach(() => vi.restoreAllMocks());

const ask = async (token: string, remoteAddress = '127.0.0.1') => {
  const headers = { cookie: `${cookieName}=${token}` };
  return (await desk.app.inject({ url: '/api/me', headers, remoteAddress })).statusCode;
};

describe('a made-up cookie of the console', () => {
  // This test fails if every cookie is looked up.
  it('costs no query if it can’t be a token', async () => {
    for (const token of ['', 'x', newToken().slice(1), `${newToken()}x`, `${newToken().slice(1)}.`])
      expect(await ask(token)).toBe(401);
    expect(lookUps()).toBe(0);
  });

  // This test fails if every cookie is looked up, and if known sessions are charged to their network too.
  it('costs no query over the limit of its network; known sessions and other networks are not limited', async () => {
    api.clock.advance(UNKNOWN_TOKENS.windowMs);
    const statuses = await Promise.all(Array.from({ length: UNKNOWN_TOKENS.limit }, () => ask(newToken())));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(lookUps()).toBe(UNKNOWN_TOKENS.limit);
    expect(await ask(newToken())).toBe(429);
    expect(await ask(newToken(), '127.0.0.77')).toBe(429);
    expect(lookUps()).toBe(UNKNOWN_TOKENS.limit);
    expect((await owner.get('/me')).statusCode).toBe(200);
    expect(await ask(newToken(), '198.51.100.1')).toBe(401);
    api.clock.advance(UNKNOWN_TOKENS.windowMs);
    expect(await ask(newToken())).toBe(401);
  });
});
