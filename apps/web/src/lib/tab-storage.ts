const KEY = 'openStep';

/** What this tab keeps over a reload, and no other tab sees; undefined where there is nothing. */
export const readTab = (): string | undefined => {
  try {
    return window.sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a text for this tab's next load, or forgets it. */
export const writeTab = (value: string | undefined): void => {
  try {
    if (value === undefined) window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, value);
  } catch {
    // A tab that may keep nothing starts from the page after a reload.
  }
};
