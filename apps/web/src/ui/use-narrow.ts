import { useSyncExternalStore } from 'react';

/** Below 720 px: a phone, where another app is on the same screen and not in front of its camera. */
const NARROW = '(max-width: 719.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the page is as narrow as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
