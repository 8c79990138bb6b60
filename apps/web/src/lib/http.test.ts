import { info } from '@laurel/contracts/calls/account';
import { telegramLink, verificationLogs } from '@laurel/contracts/calls/verification';
import { castVote, statistics } from '@laurel/contracts/calls/vote';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../testing/failures.ts';
import { stubApi } from '../testing/fake-api.ts';
import { useBusy } from './busy.ts';
import { ApiFailure } from './failure.ts';
import { callApi, callQuietly } from './http.ts';
import { API_TIMEOUT_MS, LOADER_HIDE_DELAY_MS } from './limits.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const CAST = { status: 201, body: { success: true, data: VOTE } };

/** The failure that a call throws. */
const failureOf = async (call: Promise<unknown>): Promise<ApiFailure> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('RO-02 sends address, user agent, time zone and language as headers, and its body as JSON', async () => {
    // The address is looked up once per page load, so the test loads fresh modules.
    vi.resetModules();
    const [{ callQuietly }, { stubApi }] = [await import('./http.ts'), await import('../testing/fake-api.ts')];
    const api = stubApi({ 'GET /client-ip': { body: { ip: '203.0.113.7' } }, 'POST /vote': CAST }, () => 'a.b.c');
    expect(await callQuietly(castVote, { body: VOTE })).toEqual(CAST.body);
    await callQuietly(castVote, { body: VOTE });
    expect(api.times('/client-ip')).toBe(1);
    const [vote] = api.requests.filter(({ path }) => path === '/vote');
    expect(vote).toMatchObject({ method: 'POST', body: VOTE });
    expect(Object.fromEntries(vote?.headers ?? [])).toMatchObject({
      accept: 'application/json',
      'accept-language': 'en',
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
      'x-client-ip': '203.0.113.7',
      'x-client-user-agent': 'Test/1.0',
      'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it('sends the token only if the call needs one, and escapes its path parameters', async () => {
    const api = stubApi(
      { 'GET /vote/statistics': { body: [] }, 'GET /users/logs/a%2Fb': { body: { success: true, data: [] } } },
      () => 'a.b.c',
    );
    await callQuietly(statistics);
    await callQuietly(verificationLogs, { params: { id: 'a/b' } });
    const tokens = api.requests
      .filter(({ path }) => path !== '/client-ip')
      .map(({ path, headers }) => [path, headers.get('authorization')]);
    expect(tokens).toEqual([
      ['/vote/statistics', null],
      ['/users/logs/a%2Fb', 'Bearer a.b.c'],
    ]);
  });

  it('ER-01 fails with connection.lost without a response, and after the timeout', async () => {
    const api = stubApi({ 'GET /vote/statistics': 'no answer' });
    expect(await failureOf(callQuietly(statistics))).toMatchObject({ code: 'connection.lost', status: 0 });
    expect(api.times('/vote/statistics')).toBe(1);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await failureOf(callQuietly(statistics));
    expect(timeout.mock.calls).toContainEqual([API_TIMEOUT_MS]);
    timeout.mockRestore();
  });

  it('fails with server.error if the response breaks the contract', async () => {
    stubApi({ 'GET /vote/statistics': { body: [{ nomination: 7 }] }, 'POST /vote': { status: 200, body: CAST.body } });
    expect(await failureOf(callQuietly(statistics))).toMatchObject({ code: 'server.error', status: 200 });
    // The right body with another status breaks it too.
    expect(await failureOf(callQuietly(castVote, { body: VOTE }))).toMatchObject({ code: 'server.error' });
  });

  // This test fails if only other methods end the session: the page then shows "Your session has ended" without a
  // login.
  it.each<[string, () => Promise<unknown>, boolean]>([
    ['a vote', () => callQuietly(castVote, { body: VOTE }), true],
    ['a GET request of the user', () => callApi(telegramLink), true],
    ['a GET request of the background', () => callQuietly(info), false],
  ])('that is refused with 401 ends the session if the user made it: %s', async (_, call, ends) => {
    vi.useFakeTimers();
    const expired = refusal('auth.expired');
    const calls = ['POST /vote', 'GET /users/verification/telegram-link', 'GET /users/info'];
    const api = stubApi(Object.fromEntries(calls.map((each) => [each, expired])), () => 'a.b.c');
    expect(await failureOf(call())).toMatchObject({ code: 'auth.expired' });
    expect(api.refuseToken.mock.calls).toEqual(ends ? [['a.b.c']] : []);
    vi.advanceTimersByTime(LOADER_HIDE_DELAY_MS);
  });

  it('keeps the session if a vote is refused for another reason', async () => {
    const api = stubApi({ 'POST /vote': refusal('vote.not_open') }, () => 'a.b.c');
    expect(await failureOf(callQuietly(castVote, { body: VOTE }))).toMatchObject({
      code: 'vote.not_open',
      status: 403,
    });
    expect(api.refuseToken).not.toHaveBeenCalled();
  });

  it('MD-13 shows the loader for a call of the user, not for a background call', async () => {
    vi.useFakeTimers();
    const { promise: held, resolve: release } = Promise.withResolvers<typeof CAST>();
    stubApi({ 'POST /vote': () => held, 'GET /vote/statistics': { body: [] } });
    await callQuietly(statistics);
    expect(useBusy.getState().busy).toBe(false);
    const cast = callApi(castVote, { body: VOTE });
    expect(useBusy.getState().busy).toBe(true);
    release(CAST);
    await cast;
    vi.advanceTimersByTime(LOADER_HIDE_DELAY_MS);
    expect(useBusy.getState().busy).toBe(false);
  });
});
