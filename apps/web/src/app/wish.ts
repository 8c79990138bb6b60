import type { Vote } from '@laurel/contracts/records';
import { create } from 'zustand';
import { openModal } from '../modals/store.ts';
import { useSession } from '../session/store.ts';

/** The vote a person wants to cast: it waits while they log in and confirm who they are. */
export const useWish = create<{ readonly vote: Vote | undefined }>(() => ({ vote: undefined }));

/** Forgets the wish. */
export const forgetWish = (): void => useWish.setState({ vote: undefined });

/** A nominee was chosen: who is logged in is asked to confirm, who is not logs in first (VO-01). */
export const wishFor = (vote: Vote): void => {
  useWish.setState({ vote });
  if (useSession.getState().token === undefined) openModal({ type: 'login', props: {} });
  else openModal({ type: 'voteConfirm', props: { vote } });
};
