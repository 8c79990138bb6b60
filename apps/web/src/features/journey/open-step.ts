import { isAwaited } from '../../lib/busy.ts';
import { readTab, writeTab } from '../../lib/tab-storage.ts';
import { useModals } from '../../modals/store.ts';
import type { ModalRequest, ModalType } from '../../modals/types.ts';
import { useSession } from '../../session/store.ts';
import { LOGIN_STEPS, SESSION_STEPS } from './reducer.ts';
import { dispatch, useJourneyState } from './store.ts';

/** Steps that wait for a mail, an app or a text message: they survive a reload. */
const STORED_STEPS: ReadonlySet<ModalType> = new Set([
  'emailOtp',
  'twoFactorSetup',
  'twoFactorVerify',
  'newPassword',
  'phoneOtp',
  'socialVerification',
  'voteConfirm',
]);

const isStored = (request: ModalRequest | undefined): request is ModalRequest =>
  request !== undefined && STORED_STEPS.has(request.type);

const store = (): void => {
  const { current, later } = useModals.getState();
  const step = [current, later?.next].find(isStored);
  const vote = useJourneyState.getState().pendingVote;
  writeTab('openStep', step || vote ? JSON.stringify({ step, vote }) : undefined);
};

/**
 * Stores the step that is open, or about to open, and the pending vote, which may have no such step yet, for a reload of
 * this tab. Returns how to stop.
 */
export const storeOpenStep = (): (() => void) => {
  const stops = [useModals.subscribe(store), useJourneyState.subscribe(store)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Opens the stored step after a reload, and restores the pending vote. The code for it loads only where there is one. */
export const restoreOpenStep = (): void => {
  const stored = readTab('openStep');
  if (stored === undefined) return;
  import('./restore.ts').then(
    ({ restore }) => restore(stored),
    () => undefined,
  );
};

/**
 * Another tab logged in or out: a step of the login ends when the visitor is logged in, and a pending vote ends with the
 * session of the person who chose it. An open step asks that person to log in again (`useEndedSession`).
 */
export const followSession = (): void => {
  const { current, closable } = useModals.getState();
  if (useSession.getState().token === undefined) {
    const isStep = current && (LOGIN_STEPS.has(current.type) || SESSION_STEPS.has(current.type));
    if (!isStep) dispatch({ type: 'voteEnded' });
    return;
  }
  // A modal that can't be closed shows the backup codes of a session that began in this tab.
  // A step that waits for an answer continues by itself: the answer may be those codes.
  if (!current || !closable || isAwaited() || !LOGIN_STEPS.has(current.type)) return;
  dispatch({ type: 'loggedInElsewhere' });
};
