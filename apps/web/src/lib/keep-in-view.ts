import { scrollToId } from './scroll.ts';

/** Events by which the user moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long the element is kept in view. */
const KEPT_FOR_MS = 4_000;

/**
 * Scrolls to an element, and again whenever the size of the page changes, because parts above the element may load or
 * unfold later. Ends after four seconds, or as soon as the user moves the page.
 * @returns ends it earlier
 */
export const keepInView = (id: string): (() => void) => {
  const end = new AbortController();
  const stop = () => end.abort();
  const observer = new ResizeObserver(() => scrollToId(id));
  const timer = window.setTimeout(stop, KEPT_FOR_MS);
  end.signal.addEventListener('abort', () => {
    observer.disconnect();
    window.clearTimeout(timer);
  });
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true, signal: end.signal });
  scrollToId(id);
  observer.observe(document.body);
  return stop;
};
