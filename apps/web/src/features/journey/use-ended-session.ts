import { useEffect } from 'react';
import { useModals } from '../../modals/store.ts';
import type { ModalType } from '../../modals/types.ts';
import { useSession } from '../../session/store.ts';
import { dispatch } from './store.ts';

/** Steps that need a session. */
const SESSION_STEPS: ReadonlySet<ModalType> = new Set(['phoneOtp', 'socialVerification', 'voteConfirm']);

/** Opens the login when the session ends in the middle of a step; the journey continues after it. */
export const useEndedSession = (): void => {
  const stranded = useModals(({ current }) => current !== undefined && SESSION_STEPS.has(current.type));
  const loggedIn = useSession(({ token }) => token !== undefined);
  useEffect(() => {
    if (loggedIn || !stranded) return;
    dispatch({ type: 'sessionEnded' });
  }, [loggedIn, stranded]);
};
