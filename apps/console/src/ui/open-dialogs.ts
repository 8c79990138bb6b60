/** The time that screen readers need to find the page again after a dialog has closed, milliseconds. */
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

/** Counts a modal dialog that opens. Returns the function to call when it closes. */
export const noteDialog = (): (() => void) => {
  open += 1;
  return () => {
    open -= 1;
    window.setTimeout(runWaiting, SETTLED_MS);
  };
};

/** Runs a function at once, or when no dialog is open any more: screen readers ignore the page behind a dialog. */
export const whenNoDialog = (run: () => void): void => {
  if (open === 0) run();
  else waiting = [...waiting, run];
};
