import { STORAGE_KEYS } from '@laurel/contracts/storage';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setServerTime } from '../lib/server-clock.ts';
import { clearStorage } from '../lib/storage.ts';
import { stubWindow } from '../testing/browser-storage.ts';
import { ADA } from '../testing/voter.ts';
import {
  beginSession,
  endSession,
  followOtherTabs,
  refuseToken,
  restoreSession,
  updateUser,
  useSession,
} from './store.ts';

const tokenUntil = (exp: number): string =>
  ['{}', JSON.stringify({ exp }), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const USABLE = tokenUntil(Date.now() / 1_000 + 3_600);
const DAY_MS = 24 * 3_600_000;
const LOGGED_OUT = { token: undefined, user: undefined };

let stored: Map<string, string>;
let typed: Map<string, string>;
let dispatchStorage: (event: { key: string | null }) => void;

beforeEach(() => {
  clearStorage();
  const window = stubWindow({
    addEventListener: (type: string, listener: typeof dispatchStorage) => {
      if (type === 'storage') dispatchStorage = listener;
    },
  });
  stored = window.local;
  typed = window.session;
});
afterEach(() => {
  endSession();
  clearStorage();
  vi.unstubAllGlobals();
});

describe('SE-01 a session', () => {
  it('starts with a token and a user, and stores the user first', () => {
    const order: string[] = [];
    const set = window.localStorage.setItem;
    vi.spyOn(window.localStorage, 'setItem').mockImplementation((key, value) => {
      order.push(key);
      set(key, value);
    });
    beginSession(USABLE, ADA);
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
    expect(Object.fromEntries(stored)).toEqual({ authToken: USABLE, currentUser: JSON.stringify(ADA) });
    // Other tabs react to the token, and must find the user.
    expect(order).toEqual(['currentUser', 'authToken']);
  });

  it('removes personal values when it ends, and keeps the browser’s own', () => {
    for (const key of Object.values(STORAGE_KEYS)) stored.set(key, 'something');
    beginSession(USABLE, ADA);
    endSession();
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect([...stored.keys()].sort()).toEqual(
      [
        ...[
          'analytics',
          'appVersion',
          'language',
          'requestId',
          'signupData',
          'supportWarningConfirmed',
          'twoFactorSetup',
        ],
        // The values with which this browser checks the public record.
        ...['keptVotes', 'keptCheckpoint', 'recordEvidence'],
      ].sort(),
    );
  });

  it('LG-05 forgets the values typed into the login forms when it starts and when it ends', () => {
    for (const change of [() => beginSession(USABLE, ADA), endSession]) {
      typed.set('accountDraft', '{"email":"ada@example.org"}');
      change();
      expect([...typed.keys()]).toEqual([]);
    }
  });

  it('updates its user only while it lasts', () => {
    beginSession(USABLE, ADA);
    updateUser({ phoneNumber: '+380501234567' });
    const changed = { ...ADA, phoneNumber: '+380501234567' };
    expect(useSession.getState().user).toEqual(changed);
    expect(JSON.parse(stored.get('currentUser') ?? '')).toEqual(changed);
    endSession();
    updateUser(ADA);
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(stored.has('currentUser')).toBe(false);
  });

  it('ends if its own token is rejected, not if an older one is', () => {
    beginSession(USABLE, ADA);
    refuseToken('an older one');
    expect(useSession.getState().token).toBe(USABLE);
    refuseToken(USABLE);
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(stored.has('authToken')).toBe(false);
  });
});

describe('SE-02 a stored session', () => {
  it('is restored if its token is valid', async () => {
    stored.set('authToken', USABLE).set('currentUser', JSON.stringify(ADA));
    await restoreSession();
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
  });

  it.each([
    ['an expired token', tokenUntil(Date.now() / 1_000 - 60), JSON.stringify(ADA)],
    ['a malformed token', 'malformed', JSON.stringify(ADA)],
    ['no token', undefined, JSON.stringify(ADA)],
    ['no user', USABLE, undefined],
    ['an invalid user', USABLE, '7'],
  ])('is a logout with %s', async (_, token, user) => {
    if (token !== undefined) stored.set('authToken', token);
    if (user !== undefined) stored.set('currentUser', user);
    stored.set('socialRequestId', 'event');
    await restoreSession();
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(stored.size).toBe(0);
  });

  it.each([
    ['kept', 'ahead of', 3_600, -40 * DAY_MS],
    ['ended', 'behind', -60, 40 * DAY_MS],
  ])('is %s by the server’s clock if the machine’s is 40 days %s it', async (what, _, leftS, aheadMs) => {
    const server = Date.now() + aheadMs;
    setServerTime(new Date(server).toISOString());
    onTestFinished(() => setServerTime(new Date().toISOString()));
    const token = tokenUntil(server / 1_000 + leftS);
    stored.set('authToken', token).set('currentUser', JSON.stringify(ADA));
    await restoreSession();
    expect(useSession.getState()).toEqual(what === 'kept' ? { token, user: ADA } : LOGGED_OUT);
  });

  it('follows a login and a logout in another tab, and ignores other keys', async () => {
    const then = vi.fn();
    followOtherTabs(then);
    stored.set('currentUser', JSON.stringify(ADA)).set('authToken', USABLE);
    dispatchStorage({ key: 'currentUser' });
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    dispatchStorage({ key: 'authToken' });
    await expect.poll(() => then).toHaveBeenCalledTimes(1);
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
    stored.clear();
    typed.set('accountDraft', '{"email":"ada@example.org"}');
    // The event of a cleared storage has no key.
    dispatchStorage({ key: null });
    await expect.poll(() => then).toHaveBeenCalledTimes(2);
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(typed.size).toBe(0);
  });
});
