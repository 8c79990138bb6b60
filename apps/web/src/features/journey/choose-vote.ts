import type { Vote } from '@laurel/contracts/records';
import type { QueryClient } from '@tanstack/react-query';
import { whileOpening } from '../../lib/opening.ts';
import { useModals } from '../../modals/store.ts';
import { useSession } from '../../session/store.ts';
import { dispatch } from './store.ts';

/** The latest choice. */
let chosen: Vote | undefined;

/**
 * The visitor chose a nominee. One who is logged in confirms the vote, or completes what is known to be missing; the code
 * that knows it loads only for them. Another visitor logs in first (VO-01). While that is asked, the visitor may choose
 * another nominee, or open or close a modal: the late answer then opens nothing.
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
