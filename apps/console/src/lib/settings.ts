/** What this browser remembers: the console keeps nothing else on a device. */
export type Setting = 'language' | 'theme';

/** The stored value; undefined if there is none, or if the browser keeps nothing. */
export const readSetting = (name: Setting): string | undefined => {
  try {
    return window.localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};

export const writeSetting = (name: Setting, value: string): void => {
  try {
    window.localStorage.setItem(name, value);
  } catch {
    // The setting lasts until the page is closed.
  }
};
