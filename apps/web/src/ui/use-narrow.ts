import { useSyncExternalStore } from 'react';

/** Below 720 px. A phone can't scan a QR code on its own screen, so it gets a link to the app instead. */
const NARROW = '(max-width: 719.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the page is as narrow as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
