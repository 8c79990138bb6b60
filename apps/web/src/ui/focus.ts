const FIELDS = 'input:not([type=hidden]):not(:disabled)';
const BUTTONS = 'button:not([aria-disabled]), a[href], summary';

/** Where the keyboard begins in an element: its first field, else its first button or link. */
export const firstStop = (within: ParentNode): HTMLElement | undefined =>
  within.querySelector<HTMLElement>(FIELDS) ?? within.querySelector<HTMLElement>(BUTTONS) ?? undefined;

const stopAt = (element: HTMLElement): HTMLElement | undefined =>
  element.matches(`${FIELDS}, ${BUTTONS}`) ? element : firstStop(element);

/** The stop that is nearest to a place in the stage: in the element, or in what it is part of. */
const nearestStop = (from: Element | null, stage: HTMLElement): HTMLElement => {
  for (let place = from; place && stage.contains(place); place = place.parentElement) {
    const stop = firstStop(place);
    if (stop) return stop;
  }
  return stage;
};

/**
 * Keeps the focus where the person is: when the element that has it goes away, what took its place gets it, else what is
 * nearest to that place. Without this the dialog itself would have it, and the keyboard would begin again.
 * @returns what ends it
 */
export const keepFocus = (stage: HTMLElement): (() => void) => {
  let last: Element | null = document.activeElement;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  const observer = new MutationObserver((changes) => {
    if (!last || last.isConnected) return;
    const active = document.activeElement;
    // Elsewhere it was moved on purpose; the dialog that holds the stage has it where nothing else does.
    if (active && active !== document.body && !active.contains(stage)) return;
    const gone = changes.find(({ removedNodes }) => [...removedNodes].some((node) => last && node.contains(last)));
    last = null;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement);
    const stops = added.filter((node) => stage.contains(node)).flatMap((node) => stopAt(node) ?? []);
    const successor = stops.find((stop) => stop.matches(FIELDS)) ?? stops[0];
    (successor ?? nearestStop(gone?.target instanceof Element ? gone.target : null, stage)).focus();
  });
  stage.addEventListener('focusin', remember);
  observer.observe(stage, { childList: true, subtree: true });
  return () => {
    stage.removeEventListener('focusin', remember);
    observer.disconnect();
  };
};
