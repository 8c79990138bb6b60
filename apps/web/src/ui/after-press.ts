let pressing = false;
let waiting: (() => void)[] = [];

/** What tells that no button or finger is down: of a press that becomes a drag nobody hears the release. */
const ENDS = ['mouseup', 'dragend', 'keydown'] as const;

window.addEventListener(
  'mousedown',
  () => {
    pressing = true;
  },
  true,
);
for (const end of ENDS) {
  window.addEventListener(
    end,
    () => {
      pressing = false;
      for (const run of waiting) window.setTimeout(run);
      waiting = [];
    },
    true,
  );
}

/**
 * Runs after the focus has arrived where it goes, or where a mouse button or finger is down, after the click that follows.
 * What is drawn between a field's blur and the next element's focus keeps the focus from arriving there, and what moves
 * the page while it is being pressed makes the press miss.
 */
export const afterPress = (run: () => void): void => {
  if (pressing) waiting.push(run);
  else window.setTimeout(run);
};
