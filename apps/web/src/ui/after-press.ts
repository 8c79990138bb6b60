let pressing = false;
let waiting: (() => void)[] = [];

/** The events that end a press; one that becomes a drag fires no mouseup. */
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
 * Runs a callback after the focus has moved, or, during a press, after the click. Rendering between a field's blur and
 * the next focus stops the focus from arriving, and a layout shift during a press makes the click miss.
 */
export const afterPress = (run: () => void): void => {
  if (pressing) waiting.push(run);
  else window.setTimeout(run);
};
