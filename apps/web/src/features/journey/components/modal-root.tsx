import { lazy, Suspense, useEffect } from 'react';
import { followHistory } from '../../../modals/history.ts';
import { useModals } from '../../../modals/store.ts';
import { restoreOpenStep, storeOpenStep } from '../open-step.ts';

const load = () => import('./modals.tsx');
const Modals = lazy(load);

/** The first input of a visitor: the modals' code is then loaded, so that the first modal opens at once. */
const SIGNS = ['pointermove', 'touchstart', 'keydown'] as const;

/** Loads the modals with the visitor's first input, and shows the open one. */
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
      // A failure is shown when a modal is opened.
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
