import type { Vote } from '@laurel/contracts/records';
import type { QueryClient } from '@tanstack/react-query';
import { whileOpening } from '../../lib/opening.ts';
import { useModals } from '../../modals/store.ts';
import type { ModalRequest } from '../../modals/types.ts';
import { useSession } from '../../session/store.ts';
import { hasLeftStep } from './left-step.ts';
import type { Missing } from './missing.ts';
import { dispatch } from './store.ts';

/** The latest choice. */
let chosen: Vote | undefined;

/** What decides the next step of a visitor who has begun the journey. */
type Found = { readonly missing?: Missing | undefined; readonly left?: ModalRequest | undefined };

/** Finds it, with code that loads only for these visitors. */
const findStep = (loggedIn: boolean, client: QueryClient): Promise<Found> =>
  loggedIn
    ? import('./known-missing.ts').then(async ({ knownMissing }) => ({ missing: await knownMissing(client) }))
    : import('./resume.ts').then(({ leftStep }) => ({ left: leftStep()?.request }));

/**
 * Handles the choice of a nominee. A visitor who is not logged in logs in first (VO-01), or continues where the journey
 * was left. A logged-in visitor completes the verifications that are known to be missing, or confirms the vote. If the visitor chooses another nominee, or opens or closes a modal while they are requested, the result
 * opens nothing.
 * @returns whether something opened, or would have: false if the ballot may cast the vote at once
 */
const choose = (vote: Vote, client: QueryClient, inBallot: boolean): Promise<boolean> => {
  chosen = vote;
  const { current, aside } = useModals.getState();
  const isStale = (): boolean => {
    const now = useModals.getState();
    return chosen !== vote || now.current !== current || now.aside !== aside;
  };
  const loggedIn = useSession.getState().token !== undefined;
  if (!loggedIn && !hasLeftStep()) {
    return Promise.resolve(dispatch({ type: 'voteChosen', vote, loggedIn, inBallot }));
  }
  return whileOpening(async () => {
    const found = await findStep(loggedIn, client).catch(() => ({}));
    if (isStale()) return true;
    return dispatch({
      type: 'voteChosen',
      vote,
      loggedIn: useSession.getState().token !== undefined,
      inBallot,
      ...found,
    });
  });
};

/** The choice of a nominee on the page. */
export const chooseVote = (vote: Vote, client: QueryClient): void => void choose(vote, client, false);

/**
 * A choice that the visitor has confirmed in the ballot, which opens again after a missing step.
 * @returns false if no step is missing, so that the ballot casts the vote
 */
export const chooseInBallot = (vote: Vote, client: QueryClient): Promise<boolean> => choose(vote, client, true);
