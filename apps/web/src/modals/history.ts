import { closeAside, closeModal, useModals } from './store.ts';

/** The layers that the open modals make over the page: none, a modal, or another one in front of it. */
const openLayers = (): number => {
  const { current, aside } = useModals.getState();
  if (!current) return 0;
  return aside ? 2 : 1;
};

/** The layer that the present entry of the browser's history stands for; 0 is the page. */
const entryLayer = (): number => {
  const state: unknown = window.history.state;
  const layer = typeof state === 'object' && state !== null && 'layer' in state ? state.layer : 0;
  return typeof layer === 'number' ? layer : 0;
};

/**
 * Lets the browser's Back close what is open: each layer has an entry of its own in the history. An entry stays when its
 * layer is closed otherwise. The next modal takes it up, and Back steps over it, so that it never needs a second press.
 * @returns what ends it
 */
export const followHistory = (): (() => void) => {
  let here = entryLayer();
  const follow = () => {
    for (; here < openLayers(); here += 1) window.history.pushState({ layer: here + 1 }, '');
  };
  const move = () => {
    const from = here;
    here = entryLayer();
    if (here >= from) return;
    const open = openLayers();
    if (open <= here) {
      // Only where the entry that was left had no layer: somebody closed it before.
      if (open < from) window.history.back();
      return;
    }
    if (open === 2) closeAside();
    if (here === 0 && useModals.getState().closable) closeModal();
    // What can't be closed keeps its entry.
    follow();
  };
  const unsubscribe = useModals.subscribe(follow);
  window.addEventListener('popstate', move);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', move);
  };
};
