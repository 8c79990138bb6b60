/** The anchor of the nominations section. */
export const NOMINATIONS_ID = 'nominations';
/** The anchor of the overview. */
export const OVERVIEW_ID = 'overview';

/** The anchor of the winners. */
export const WINNERS_ID = 'winners';

/** Scrolls to an element; smoothly, unless the user prefers reduced motion. */
export const scrollToId = (id: string): void => {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
};

/** Runs a callback once the page is rendered, and a dialog that closes has returned the focus. */
export const afterRender = (run: () => void): void => {
  window.requestAnimationFrame(() => window.setTimeout(run));
};
