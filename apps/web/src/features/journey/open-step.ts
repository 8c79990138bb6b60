import { isAwaited } from '../../lib/busy.ts';
import { readTab, writeTab } from '../../lib/tab-storage.ts';
import { useModals } from '../../modals/store.ts';
import type { ModalRequest, ModalType } from '../../modals/types.ts';
import { useSession } from '../../session/store.ts';
import { LOGIN_STEPS, SESSION_STEPS } from './reducer.ts';
import { dispatch, useJourneyState } from './store.ts';

/**
 * Steps that survive a reload: those that wait for a mail, an app or a text message, the confirmation of a vote, and
 * the ballot.
 */
const STORED_STEPS: ReadonlySet<ModalType> = new Set([
  'emailOtp',
  'twoFactorSetup',
  'twoFactorVerify',
  'newPassword',
  'backupCodes',
  'phoneOtp',
  'socialVerification',
  'voteConfirm',
  'ballot',
]);

const isStored = (request: ModalRequest | undefined): request is ModalRequest =>
  request !== undefined && STORED_STEPS.has(request.type);

/** A modal that can't be closed shows backup codes, which are not stored: after a reload new ones can be made. */
const LOST_CODES: ModalRequest = { type: 'backupCodes', props: { lost: true } };

const store = (): void => {
  const { current, closable, later } = useModals.getState();
  const step = closable ? [current, later?.next].find(isStored) : LOST_CODES;
  const { pendingVote: vote, inBallot } = useJourneyState.getState();
  writeTab('openStep', step || vote ? JSON.stringify({ step, vote, inBallot }) : undefined);
};

/**
 * Stores for a reload of this tab: the open step, or the one that opens after a delay, and the pending vote.
 * @returns stops it
 */
export const storeOpenStep = (): (() => void) => {
  const stops = [useModals.subscribe(store), useJourneyState.subscribe(store)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Opens the stored step after a reload, and restores the pending vote. The code loads only if something is stored. */
export const restoreOpenStep = (): void => {
  const stored = readTab('openStep');
  if (stored === undefined) return;
  import('./restore.ts').then(
    ({ restore }) => restore(stored),
    () => undefined,
  );
};

/**
 * Called after another tab logged in or out. After a login, an open step of the login ends. After a logout, the pending
 * vote ends; but it stays while a step is open, because that step asks the same person to log in again
 * (`useEndedSession`).
 */
export const followSession = (): void => {
  const { current, closable } = useModals.getState();
  if (useSession.getState().token === undefined) {
    const isStep = current && (LOGIN_STEPS.has(current.type) || SESSION_STEPS.has(current.type));
    if (!isStep) dispatch({ type: 'voteEnded' });
    return;
  }
  // A modal that can't be closed shows backup codes.
  // A step that waits for a response continues by itself: the response may contain those codes.
  if (!current || !closable || isAwaited() || !LOGIN_STEPS.has(current.type)) return;
  dispatch({ type: 'loggedInElsewhere' });
};
