import type { Vote } from '@laurel/contracts/records';
import type { QueryClient } from '@tanstack/react-query';
import { whileOpening } from '../../lib/opening.ts';
import { useSession } from '../../session/store.ts';
import { dispatch } from './store.ts';

/**
 * The visitor chose a nominee. One who is logged in confirms the vote, or completes what is known to be missing; the code
 * that knows it loads only for them. Another visitor logs in first (VO-01).
 */
export const chooseVote = (vote: Vote, client: QueryClient): void => {
  if (useSession.getState().token === undefined) {
    dispatch({ type: 'voteChosen', vote, loggedIn: false });
    return;
  }
  void whileOpening(async () => {
    const missing = await import('./known-missing.ts').then(
      ({ knownMissing }) => knownMissing(client),
      () => undefined,
    );
    dispatch({ type: 'voteChosen', vote, loggedIn: useSession.getState().token !== undefined, missing });
  });
};
