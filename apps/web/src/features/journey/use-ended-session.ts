import { useEffect } from 'react';
import { closeModal, useModals } from '../../modals/store.ts';
import type { ModalType } from '../../modals/types.ts';
import { useSession } from '../../session/store.ts';
import { SESSION_STEPS } from './reducer.ts';
import { dispatch } from './store.ts';

/** Modals about the user, whom the page no longer knows after the session. */
const ABOUT_USER: ReadonlySet<ModalType> = new Set([
  'voted',
  'finished',
  'myVotes',
  'backupCodes',
  'addFactor',
  'passkeys',
]);

/**
 * Opens the login when the session ends in the middle of a step; the journey continues after it. A modal about the
 * user closes, unless it shows backup codes.
 */
export const useEndedSession = (): void => {
  const needsSession = useModals(({ current }) => current !== undefined && SESSION_STEPS.has(current.type));
  const aboutUser = useModals(({ current, closable }) => current && closable && ABOUT_USER.has(current.type));
  const loggedIn = useSession(({ token }) => token !== undefined);
  useEffect(() => {
    if (loggedIn) return;
    if (needsSession) dispatch({ type: 'sessionEnded' });
    if (aboutUser) closeModal();
  }, [loggedIn, needsSession, aboutUser]);
};
