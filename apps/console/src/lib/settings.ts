/** The settings in localStorage. The console stores nothing else there. */
export type Setting = 'language' | 'theme' | 'keys';

/** The stored value; undefined if there is none, or if the browser blocks storage. */
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
