import { lazy, Suspense, useEffect } from 'react';
import { beginOpening } from '../../../lib/opening.ts';
import { followHistory } from '../../../modals/history.ts';
import { useModals } from '../../../modals/store.ts';
import { useSession } from '../../../session/store.ts';
import { loadModals } from '../load-modals.ts';
import { restoreOpenStep, storeOpenStep } from '../open-step.ts';

const Modals = lazy(loadModals);

const loadEarly = () => {
  // A failure is shown when a modal is opened.
  loadModals().catch(() => undefined);
};

/** The first input of a visitor: the modals' code is then loaded, so that the first modal opens at once. */
const SIGNS = ['pointermove', 'touchstart', 'keydown'] as const;

/** How long a browser may be busy before the code of a logged-in visitor loads all the same. */
const IDLE_TIMEOUT_MS = 5_000;

/** Runs a callback when the browser is idle; returns how to stop it. */
const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(id);
};

/** Stands for the open modal while its code loads, and the button shows that it was pressed. */
const Opening = () => {
  useEffect(beginOpening, []);
  return null;
};

/**
 * Loads the modals with the visitor's first input, or as soon as the browser is idle if the visitor is logged in; shows the
 * open one.
 */
export const ModalRoot = () => {
  const open = useModals((modals) => modals.current !== undefined);
  const loggedIn = useSession((session) => session.token !== undefined);
  useEffect(() => {
    restoreOpenStep();
    return storeOpenStep();
  }, []);
  useEffect(followHistory, []);
  useEffect(() => {
    const stop = new AbortController();
    const loadOnce = () => {
      stop.abort();
      loadEarly();
    };
    for (const sign of SIGNS) {
      window.addEventListener(sign, loadOnce, { passive: true, once: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
  useEffect(() => (loggedIn ? whenIdle(loadEarly) : undefined), [loggedIn]);
  if (!open) return null;
  return (
    <Suspense fallback={<Opening />}>
      <Modals />
    </Suspense>
  );
};
