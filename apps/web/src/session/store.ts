import type { CurrentUser, StorageKey } from '@laurel/contracts/storage';
import { create } from 'zustand';
import { readRaw, removeRaw, writeRaw } from '../lib/storage.ts';

type Session = {
  /** Present while logged in. */
  readonly token: string | undefined;
  readonly user: CurrentUser | undefined;
};

const LOGGED_OUT: Session = { token: undefined, user: undefined };

/** What belongs to the person: the next one to log in is another. */
const PERSONAL: readonly StorageKey[] = [
  'authToken',
  'currentUser',
  'requestKey',
  'phoneTimerEnd',
  'telegramLink',
  'socialRequestId',
  'socketStatus',
];

/** Who is logged in, as the page knows it. */
export const useSession = create<Session>(() => LOGGED_OUT);

/** A token and a user were received: logged in from here on, in every tab. */
export const beginSession = (token: string, user: CurrentUser): void => {
  // The user first: other tabs wake up at the token.
  writeRaw('currentUser', JSON.stringify(user));
  writeRaw('authToken', token);
  useSession.setState({ token, user });
};

/** What is known of the person changed: their phone number, for one. */
export const updateUser = (change: Partial<CurrentUser>): void => {
  const { user } = useSession.getState();
  if (!user) return;
  const changed = { ...user, ...change };
  writeRaw('currentUser', JSON.stringify(changed));
  useSession.setState({ user: changed });
};

/** Logged out, in every tab. */
export const endSession = (): void => {
  for (const key of PERSONAL) removeRaw(key);
  useSession.setState(LOGGED_OUT);
};

/** The server refuses a token: where it is still this session's, the session is over. */
export const refuseToken = (token: string): void => {
  if (useSession.getState().token === token) endSession();
};

/** Takes up what is stored; who is not logged in needs no code for it. */
export const restoreSession = async (): Promise<void> => {
  if (readRaw('authToken') === undefined && readRaw('currentUser') === undefined) {
    useSession.setState(LOGGED_OUT);
    return;
  }
  const { readSession } = await import('./restore.ts');
  const session = readSession(new Date());
  if (session) useSession.setState(session);
  else endSession();
};

/**
 * Follows other tabs: a login or logout there is one here.
 * @param then what is done after one
 */
export const followOtherTabs = (then: () => void): void => {
  const key: StorageKey = 'authToken';
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) void restoreSession().then(then);
  });
};
