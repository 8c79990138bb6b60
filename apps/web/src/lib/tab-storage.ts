const KEY = 'openStep';

/** The text stored for this tab only, which survives a reload; undefined if there is none. */
export const readTab = (): string | undefined => {
  try {
    return window.sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Stores a text for this tab's next load; undefined removes it. */
export const writeTab = (value: string | undefined): void => {
  try {
    if (value === undefined) window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, value);
  } catch {
    // Without storage a reload opens no step again.
  }
};
