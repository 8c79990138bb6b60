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

/** The events of a visitor's first input. It loads the code of the modals, so that the first modal opens at once. */
const FIRST_INPUT = ['pointermove', 'touchstart', 'keydown'] as const;

/** For a logged-in visitor, the code loads after this time even if the browser is never idle. */
const IDLE_TIMEOUT_MS = 5_000;

/**
 * Runs a callback when the browser is idle.
 * @returns cancels it
 */
const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
  return () => window.cancelIdleCallback(id);
};

/** Takes the place of the open modal while its code loads; meanwhile the pressed button is busy. */
const Opening = () => {
  useEffect(beginOpening, []);
  return null;
};

/**
 * Loads the modals with the visitor's first input, or as soon as the browser is idle if the visitor is logged in; shows
 * the open one.
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
    for (const type of FIRST_INPUT) {
      window.addEventListener(type, loadOnce, { passive: true, once: true, signal: stop.signal });
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
