import i18next from 'i18next';
import { create } from 'zustand';
import { closeModal, openModal } from '../../modals/store.ts';
import { endSession } from '../../session/store.ts';
import { type Journey, type JourneyEvent, reduce, type ServerEffect, START } from './reducer.ts';

/** The journey of this tab's visitor. */
export const useJourneyState = create<Journey>(() => START);

const NAMESPACES = ['voting', 'account', 'twoFactor', 'social', 'errors'] as const;

/**
 * Applies an event to the journey and runs its effects.
 * @param serve runs the effects that need the server's data; events without such effects need none
 * @returns whether the event had effects
 */
export const dispatch = (event: JourneyEvent, serve?: (effect: ServerEffect) => void): boolean => {
  const { state, effects } = reduce(useJourneyState.getState(), event, i18next.getFixedT(null, NAMESPACES));
  useJourneyState.setState(state);
  for (const effect of effects) {
    if (effect.type === 'open') openModal(effect.request, effect.later);
    else if (effect.type === 'close') closeModal();
    else if (effect.type === 'endSession') endSession();
    else serve?.(effect);
  }
  return effects.length > 0;
};
