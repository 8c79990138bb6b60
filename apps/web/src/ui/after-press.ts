let pressing = false;

window.addEventListener(
  'mousedown',
  () => {
    pressing = true;
  },
  true,
);
window.addEventListener(
  'mouseup',
  () => {
    pressing = false;
  },
  true,
);

/**
 * Runs after the focus has arrived where it goes, or where a mouse button or finger is down, after the click that follows.
 * What is drawn between a field's blur and the next element's focus keeps the focus from arriving there, and what moves
 * the page while it is being pressed makes the press miss.
 */
export const afterPress = (run: () => void): void => {
  if (!pressing) window.setTimeout(run);
  else window.addEventListener('mouseup', () => window.setTimeout(run), { capture: true, once: true });
};
