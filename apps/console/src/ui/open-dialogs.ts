/** How long after a dialog the page is there again for screen readers, milliseconds. */
const SETTLED_MS = 150;

let open = 0;
let waiting: readonly (() => void)[] = [];

const runWaiting = (): void => {
  // Another dialog may have followed at once.
  if (open > 0) return;
  const runs = waiting;
  waiting = [];
  for (const run of runs) run();
};

/** Counts a modal dialog that opens. Returns how to tell that it was closed. */
export const noteDialog = (): (() => void) => {
  open += 1;
  return () => {
    open -= 1;
    window.setTimeout(runWaiting, SETTLED_MS);
  };
};

/** Does something at once, or when no dialog is open any more: screen readers do not hear of the page behind one. */
export const whenNoDialog = (run: () => void): void => {
  if (open === 0) run();
  else waiting = [...waiting, run];
};
