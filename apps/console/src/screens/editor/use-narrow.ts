import { useSyncExternalStore } from 'react';

/** Where the editor shows one thing at a time. The style sheets have the same width. */
const NARROW = '(max-width: 899px)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the page is as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
