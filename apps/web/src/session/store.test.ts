import { STORAGE_KEYS } from '@laurel/contracts/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../lib/storage.ts';
import { stubWindow } from '../testing/browser-storage.ts';
import {
  beginSession,
  endSession,
  followOtherTabs,
  refuseToken,
  restoreSession,
  updateUser,
  useSession,
} from './store.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', phoneNumber: '+380671234567' };
const tokenUntil = (exp: number): string =>
  ['{}', JSON.stringify({ exp }), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const USABLE = tokenUntil(Date.now() / 1_000 + 3_600);
const LOGGED_OUT = { token: undefined, user: undefined };

let kept: Map<string, string>;
let tellTab: (event: { key: string | null }) => void;

beforeEach(() => {
  clearStorage();
  const window = stubWindow({
    addEventListener: (type: string, listener: typeof tellTab) => {
      if (type === 'storage') tellTab = listener;
    },
  });
  kept = window.local;
});
afterEach(() => {
  endSession();
  clearStorage();
  vi.unstubAllGlobals();
});

describe('SE-01 a session', () => {
  it('begins with a token and a user, both stored, the user first', () => {
    const order: string[] = [];
    const set = window.localStorage.setItem;
    vi.spyOn(window.localStorage, 'setItem').mockImplementation((key, value) => {
      order.push(key);
      set(key, value);
    });
    beginSession(USABLE, ADA);
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
    expect(Object.fromEntries(kept)).toEqual({ authToken: USABLE, currentUser: JSON.stringify(ADA) });
    // Other tabs wake up at the token, and must find the user there.
    expect(order).toEqual(['currentUser', 'authToken']);
  });

  it('leaves nothing of the person behind when it ends, and what belongs to the machine stays', () => {
    for (const key of Object.values(STORAGE_KEYS)) kept.set(key, 'something');
    beginSession(USABLE, ADA);
    endSession();
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect([...kept.keys()].sort()).toEqual(
      ['appVersion', 'language', 'requestId', 'signupData', 'supportWarningConfirmed', 'twoFactorSetup'].sort(),
    );
  });

  it('changes what is known of the person, and only while there is one', () => {
    beginSession(USABLE, ADA);
    updateUser({ phoneNumber: '+380501234567' });
    const changed = { ...ADA, phoneNumber: '+380501234567' };
    expect(useSession.getState().user).toEqual(changed);
    expect(JSON.parse(kept.get('currentUser') ?? '')).toEqual(changed);
    endSession();
    updateUser(ADA);
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(kept.has('currentUser')).toBe(false);
  });

  it('ends where its own token is refused, and not where an older one is', () => {
    beginSession(USABLE, ADA);
    refuseToken('an older one');
    expect(useSession.getState().token).toBe(USABLE);
    refuseToken(USABLE);
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(kept.has('authToken')).toBe(false);
  });
});

describe('SE-02 a stored session', () => {
  it('is taken up where its token can be used', async () => {
    kept.set('authToken', USABLE).set('currentUser', JSON.stringify(ADA));
    await restoreSession();
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
  });

  it.each([
    ['a token that is past', tokenUntil(Date.now() / 1_000 - 60), JSON.stringify(ADA)],
    ['a malformed token', 'malformed', JSON.stringify(ADA)],
    ['no token', undefined, JSON.stringify(ADA)],
    ['no user', USABLE, undefined],
    ['a user that is none', USABLE, '7'],
  ])('is a logout with %s', async (_, token, user) => {
    if (token !== undefined) kept.set('authToken', token);
    if (user !== undefined) kept.set('currentUser', user);
    kept.set('socialRequestId', 'event');
    await restoreSession();
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    expect(kept.size).toBe(0);
  });

  it('follows a login and a logout in another tab, and hears of nothing else', async () => {
    const then = vi.fn();
    followOtherTabs(then);
    kept.set('currentUser', JSON.stringify(ADA)).set('authToken', USABLE);
    tellTab({ key: 'currentUser' });
    expect(useSession.getState()).toEqual(LOGGED_OUT);
    tellTab({ key: 'authToken' });
    await vi.waitFor(() => expect(then).toHaveBeenCalledTimes(1));
    expect(useSession.getState()).toEqual({ token: USABLE, user: ADA });
    kept.clear();
    // A cleared storage names no key.
    tellTab({ key: null });
    await vi.waitFor(() => expect(then).toHaveBeenCalledTimes(2));
    expect(useSession.getState()).toEqual(LOGGED_OUT);
  });
});
