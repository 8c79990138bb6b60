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
 * Runs at once, or where a mouse button or finger is down, after the click that follows. What moves the page while it
 * is being pressed makes the press miss: a field that is left for a button must not push that button away.
 */
export const afterPress = (run: () => void): void => {
  if (!pressing) run();
  else window.addEventListener('mouseup', () => window.setTimeout(run), { capture: true, once: true });
};
