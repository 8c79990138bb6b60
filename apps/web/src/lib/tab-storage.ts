import type { TabStorageKey } from '@laurel/contracts/storage';

/** Values for the life of the page, for a browser whose storage is blocked or full. */
const memory = new Map<TabStorageKey, string>();

/** A text that is stored for this tab only and survives a reload; undefined if there is none. */
export const readTab = (key: TabStorageKey): string | undefined => {
  const unsaved = memory.get(key);
  if (unsaved !== undefined) return unsaved;
  try {
    return window.sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

const forget = (key: TabStorageKey): void => {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // A blocked storage holds nothing.
  }
};

/** Stores a text for this tab; undefined removes it. */
export const writeTab = (key: TabStorageKey, value: string | undefined): void => {
  memory.delete(key);
  if (value === undefined) {
    forget(key);
    return;
  }
  try {
    window.sessionStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
    // After a reload, the old value would be taken for the current one.
    forget(key);
  }
};
