/** The anchor of the nominations section. */
export const NOMINATIONS_ID = 'nominations';
/** The anchor of the overview. */
export const OVERVIEW_ID = 'overview';

/** The anchor of the winners; absent if their code could not be loaded. */
export const WINNERS_ID = 'winners';

/**
 * Scrolls to an element, or from absent winners to the nominations; smoothly, unless the user prefers reduced motion.
 */
export const scrollToId = (id: string): void => {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const target = document.getElementById(id) ?? (id === WINNERS_ID ? document.getElementById(NOMINATIONS_ID) : null);
  target?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
};

/** Runs a callback once the page is rendered, and a dialog that closes has returned the focus. */
export const afterRender = (run: () => void): void => {
  window.requestAnimationFrame(() => window.setTimeout(run));
};
