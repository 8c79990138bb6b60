import { lazy, Suspense, useEffect } from 'react';
import { followHistory } from '../../../modals/history.ts';
import { useModals } from '../../../modals/store.ts';
import { restoreOpenStep, storeOpenStep } from '../open-step.ts';

const load = () => import('./modals.tsx');
const Modals = lazy(load);

/** What tells that somebody is there: then the modals' code is fetched, so that the first one opens at once. */
const SIGNS = ['pointermove', 'touchstart', 'keydown'] as const;

/** Loads the modals with the first sign of a visitor's hand, and shows the one that is open. */
export const ModalRoot = () => {
  const open = useModals((modals) => modals.current !== undefined);
  useEffect(() => {
    restoreOpenStep();
    return storeOpenStep();
  }, []);
  useEffect(followHistory, []);
  useEffect(() => {
    const stop = new AbortController();
    const fetchEarly = () => {
      stop.abort();
      // A failure here is told when a modal is really opened.
      load().catch(() => undefined);
    };
    for (const sign of SIGNS) {
      window.addEventListener(sign, fetchEarly, { passive: true, once: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Modals />
    </Suspense>
  );
};
