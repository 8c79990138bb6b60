import type { Vote } from '@laurel/contracts/records';
import { create } from 'zustand';
import { openModal } from '../modals/store.ts';
import { useSession } from '../session/store.ts';

type Wish = {
  /** The vote to cast: it waits while the person logs in and confirms who they are. */
  readonly vote: Vote | undefined;
  /** Whether the person was led along the way when the session ended, and wants to be led on. */
  readonly onward: boolean;
};

const NOTHING: Wish = { vote: undefined, onward: false };

/** What a person is here for. */
export const useWish = create<Wish>(() => NOTHING);

/** Forgets the wish. */
export const forgetWish = (): void => useWish.setState(NOTHING);

/** A nominee was chosen: who is logged in is asked to confirm, who is not logs in first (VO-01). */
export const wishFor = (vote: Vote): void => {
  useWish.setState({ vote });
  if (useSession.getState().token === undefined) openModal({ type: 'login', props: {} });
  else openModal({ type: 'voteConfirm', props: { vote } });
};
