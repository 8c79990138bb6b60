import type { CurrentUser, StorageKey } from '@laurel/contracts/storage';
import { create } from 'zustand';
import { serverTime } from '../lib/server-clock.ts';
import { readRaw, removeRaw, writeRaw } from '../lib/storage.ts';
import { writeTab } from '../lib/tab-storage.ts';

type Session = {
  /** Present while logged in. */
  readonly token: string | undefined;
  readonly user: CurrentUser | undefined;
};

const LOGGED_OUT: Session = { token: undefined, user: undefined };

/** Keys that a logout removes: the next login may be another person's. */
const PERSONAL: readonly StorageKey[] = [
  'authToken',
  'currentUser',
  'requestKey',
  'phoneTimerEnd',
  'telegramLink',
  'socialRequestId',
  'socketStatus',
];

/** Removes the values typed into the login and signup forms: the next visitor may be another person. */
const forgetDraft = (): void => writeTab('accountDraft', undefined);

/** The current session. */
export const useSession = create<Session>(() => LOGGED_OUT);

/** Starts a session in every tab. */
export const beginSession = (token: string, user: CurrentUser): void => {
  // The user is written first, because other tabs react to the token.
  writeRaw('currentUser', JSON.stringify(user));
  writeRaw('authToken', token);
  forgetDraft();
  useSession.setState({ token, user });
};

/** Updates the stored user, for example after a change of phone number. */
export const updateUser = (change: Partial<CurrentUser>): void => {
  const { user } = useSession.getState();
  if (!user) return;
  const changed = { ...user, ...change };
  writeRaw('currentUser', JSON.stringify(changed));
  useSession.setState({ user: changed });
};

/** Ends the session in every tab. */
export const endSession = (): void => {
  for (const key of PERSONAL) removeRaw(key);
  forgetDraft();
  useSession.setState(LOGGED_OUT);
};

/** Ends the session if its token is still the rejected one. */
export const refuseToken = (token: string): void => {
  if (useSession.getState().token === token) endSession();
};

/** Restores the stored session; ends an invalid one. If nothing is stored, the code that reads it is not loaded. */
export const restoreSession = async (): Promise<void> => {
  if (readRaw('authToken') === undefined && readRaw('currentUser') === undefined) {
    useSession.setState(LOGGED_OUT);
    return;
  }
  const { readSession } = await import('./restore.ts');
  // The visitor's clock may be wrong by weeks.
  const session = readSession(new Date(serverTime()));
  if (session) useSession.setState(session);
  else endSession();
};

/**
 * Repeats a login or logout of another tab in this one.
 * @param then called after each
 */
export const followOtherTabs = (then: () => void): void => {
  const key: StorageKey = 'authToken';
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== key) return;
    const { token } = useSession.getState();
    void restoreSession().then(() => {
      if (useSession.getState().token !== token) forgetDraft();
      then();
    });
  });
};
