const FIELDS = 'input:not([type=hidden]):not(:disabled)';
/** Excludes elements that only the arrow keys reach, such as a tab that is not selected. */
const BUTTONS = 'button:not([aria-disabled], [tabindex="-1"]), a[href], summary';

/** The first focusable element: the first field, else the first button or link. */
const firstStop = (within: ParentNode): HTMLElement | undefined =>
  within.querySelector<HTMLElement>(FIELDS) ?? within.querySelector<HTMLElement>(BUTTONS) ?? undefined;

/** The first focus of a stage: its main action if that is marked and enabled, else the first focusable element. */
export const openingStop = (stage: ParentNode): HTMLElement | undefined =>
  stage.querySelector<HTMLElement>('[data-main]:not([aria-disabled])') ?? firstStop(stage);

const stopAt = (element: HTMLElement): HTMLElement | undefined =>
  element.matches(`${FIELDS}, ${BUTTONS}`) ? element : firstStop(element);

/**
 * The nearest focusable element in the stage: inside the given element, or inside one of its ancestors. If the stage
 * has none, one of the dialog around it.
 */
const nearestStop = (from: Element | null, stage: HTMLElement): HTMLElement => {
  for (let place = from; place && stage.contains(place); place = place.parentElement) {
    const stop = firstStop(place);
    if (stop) return stop;
  }
  return firstStop(stage.parentElement ?? stage) ?? stage;
};

/**
 * Moves the focus when the focused element is removed: to its replacement, else to the nearest focusable element.
 * Without this the dialog itself takes the focus, and keyboard users start from its top again.
 * @returns stops it
 */
export const keepFocus = (stage: HTMLElement): (() => void) => {
  let last: Element | null = document.activeElement;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  const observer = new MutationObserver((changes) => {
    if (!last || last.isConnected) return;
    const active = document.activeElement;
    // A focus elsewhere was moved on purpose; the dialog around the stage takes a lost focus.
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
