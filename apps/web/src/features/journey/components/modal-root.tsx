import { lazy, Suspense, useEffect } from 'react';
import { beginOpening } from '../../../lib/opening.ts';
import { followHistory } from '../../../modals/history.ts';
import { useModals } from '../../../modals/store.ts';
import { useSession } from '../../../session/store.ts';
import { loadModals } from '../load-modals.ts';
import { restoreOpenStep, storeOpenStep } from '../open-step.ts';

const Modals = lazy(loadModals);

/** The events of a visitor's first input. The code of the modals loads after it, so that the first modal opens at once. */
const FIRST_INPUT = ['pointermove', 'touchstart', 'keydown'] as const;

/** The code loads after this time even if the browser is never idle. */
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

/** The code of calls, which the modals need, then their own: each runs in a task of its own. */
const PARTS = [() => import('../../nominations/calls.ts'), loadModals] as const;

/**
 * Loads the code of the modals while the browser is idle.
 * @returns cancels it
 */
const loadEarly = (parts: readonly (() => Promise<unknown>)[] = PARTS): (() => void) => {
  const [part, ...rest] = parts;
  if (part === undefined) return () => undefined;
  let stop = whenIdle(() => {
    // A failure is shown when a modal is opened.
    part().then(
      () => {
        stop = loadEarly(rest);
      },
      () => undefined,
    );
  });
  return () => stop();
};

/** Takes the place of the open modal while its code loads; meanwhile the pressed button is busy. */
const Opening = () => {
  useEffect(beginOpening, []);
  return null;
};

/**
 * Loads the modals in idle time after the visitor's first input, or at once if the visitor is logged in; shows the open
 * one.
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
    let cancel = (): void => undefined;
    const loadOnce = () => {
      stop.abort();
      cancel = loadEarly();
    };
    for (const type of FIRST_INPUT) {
      window.addEventListener(type, loadOnce, { passive: true, once: true, signal: stop.signal });
    }
    return () => {
      stop.abort();
      cancel();
    };
  }, []);
  useEffect(() => (loggedIn ? loadEarly() : undefined), [loggedIn]);
  if (!open) return null;
  return (
    <Suspense fallback={<Opening />}>
      <Modals />
    </Suspense>
  );
};
