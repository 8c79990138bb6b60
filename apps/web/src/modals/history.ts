import { closeAside, closeModal, useModals } from './store.ts';

/** The layers that the open modals make over the page: none, a modal, or another one in front of it. */
const openLayers = (): number => {
  const { current, aside } = useModals.getState();
  if (!current) return 0;
  return aside ? 2 : 1;
};

/** The layer that the present entry of the browser's history stands for, 0 being the page; undefined where it is new. */
const entryLayer = (): number | undefined => {
  const state: unknown = window.history.state;
  const layer = typeof state === 'object' && state !== null && 'layer' in state ? state.layer : undefined;
  return typeof layer === 'number' ? layer : undefined;
};

/** The same, where an entry that is new becomes one of the page. */
const takenLayer = (): number => {
  const layer = entryLayer();
  if (layer === undefined) window.history.replaceState({ layer: 0 }, '');
  return layer ?? 0;
};

/**
 * Lets the browser's Back close what is open: each layer has an entry of its own in the history. An entry stays when its
 * layer is closed otherwise. The next modal takes it up, and Back steps over it, so that it never needs a second press.
 * @returns what ends it
 */
export const followHistory = (): (() => void) => {
  let here = takenLayer();
  const follow = () => {
    for (; here < openLayers(); here += 1) window.history.pushState({ layer: here + 1 }, '');
  };
  const move = () => {
    const from = here;
    const isNew = entryLayer() === undefined;
    here = takenLayer();
    // A link within the page was followed: that is no step back.
    if (isNew) return follow();
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
