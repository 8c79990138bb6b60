import { closeInFront, goBack, useModals } from './store.ts';

/** The number of open modals: none, one, or one with another in front. */
const openLayers = (): number => {
  const { current, aside } = useModals.getState();
  if (!current) return 0;
  return aside ? 2 : 1;
};

/** The layer of the current history entry, 0 being the page; undefined if the entry is new. */
const entryLayer = (): number | undefined => {
  const state: unknown = window.history.state;
  const layer = typeof state === 'object' && state !== null && 'layer' in state ? state.layer : undefined;
  return typeof layer === 'number' ? layer : undefined;
};

/** Like entryLayer, but marks a new entry as the page's, whose layer is 0. */
const claimedLayer = (): number => {
  const layer = entryLayer();
  if (layer === undefined) window.history.replaceState({ layer: 0 }, '');
  return layer ?? 0;
};

/**
 * Makes the browser's Back go one step back in the open modal, or close it at its first step: each layer has its own
 * history entry. If a layer is closed in another way, its entry stays: the next modal reuses it, and Back skips it.
 * @returns stops it
 */
export const followHistory = (): (() => void) => {
  let here = claimedLayer();
  const follow = () => {
    for (; here < openLayers(); here += 1) window.history.pushState({ layer: here + 1 }, '');
  };
  const move = () => {
    const from = here;
    const isNew = entryLayer() === undefined;
    here = claimedLayer();
    // The user followed a link within the page: not a step back.
    if (isNew) return follow();
    if (here >= from) return;
    const open = openLayers();
    if (open <= here) {
      // The layer of the entry that was left is already closed: skip it.
      if (open < from) window.history.back();
      return;
    }
    if (open === 2) closeInFront();
    if (here === 0) goBack();
    // A modal that is still open keeps its entry.
    follow();
  };
  const unsubscribe = useModals.subscribe(follow);
  window.addEventListener('popstate', move);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', move);
  };
};
