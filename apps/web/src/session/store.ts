import type { CurrentUser } from '@laurel/contracts/storage';
import { create } from 'zustand';
import { stored } from '../lib/storage.ts';
import { isTokenUsable } from './token.ts';

type Session = {
  /** Present while logged in. */
  readonly token: string | undefined;
  readonly user: CurrentUser | undefined;
};

const LOGGED_OUT: Session = { token: undefined, user: undefined };

/** Who is logged in, as the page knows it. */
export const useSession = create<Session>(() => LOGGED_OUT);

/** A token and a user were received: logged in from here on, in every tab. */
export const beginSession = (token: string, user: CurrentUser): void => {
  // The user first: other tabs wake up at the token.
  stored.currentUser.write(user);
  stored.authToken.write(token);
  useSession.setState({ token, user });
};

/** Logged out, in every tab. What belongs to the person's verifications goes too: the next one to log in is another. */
export const endSession = (): void => {
  for (const each of PERSONAL) each.remove();
  useSession.setState(LOGGED_OUT);
};

const PERSONAL = [
  stored.authToken,
  stored.currentUser,
  stored.requestKey,
  stored.phoneTimerEnd,
  stored.telegramLink,
  stored.socialRequestId,
  stored.socketStatus,
];

/** Takes up what is stored: a token that is malformed or past its exp claim, or one without a user, logs out. */
export const restoreSession = (now: Date): void => {
  const token = stored.authToken.read();
  const user = stored.currentUser.read();
  if (token && user && isTokenUsable(token, now)) useSession.setState({ token, user });
  else if (token || user || useSession.getState().token) endSession();
};

/** Follows other tabs: a login or logout there is one here. */
export const followOtherTabs = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === stored.authToken.key) restoreSession(new Date());
  });
};
