import type { Vote } from '@laurel/contracts/records';
import type { QueryClient } from '@tanstack/react-query';
import { whileOpening } from '../../lib/opening.ts';
import { useModals } from '../../modals/store.ts';
import { useSession } from '../../session/store.ts';
import { dispatch } from './store.ts';

/** The latest choice. */
let chosen: Vote | undefined;

/**
 * Handles the choice of a nominee. A visitor who is not logged in logs in first (VO-01). A logged-in visitor completes
 * the verifications that are known to be missing, or confirms the vote; the code that finds them loads only for these
 * visitors. If the visitor chooses another nominee, or opens or closes a modal while they are requested, the result
 * opens nothing.
 */
export const chooseVote = (vote: Vote, client: QueryClient): void => {
  chosen = vote;
  const { current, aside } = useModals.getState();
  const isStale = (): boolean => {
    const now = useModals.getState();
    return chosen !== vote || now.current !== current || now.aside !== aside;
  };
  if (useSession.getState().token === undefined) {
    dispatch({ type: 'voteChosen', vote, loggedIn: false });
    return;
  }
  void whileOpening(async () => {
    const missing = await import('./known-missing.ts').then(
      ({ knownMissing }) => knownMissing(client),
      () => undefined,
    );
    if (isStale()) return;
    dispatch({ type: 'voteChosen', vote, loggedIn: useSession.getState().token !== undefined, missing });
  });
};
