import type { StorageKey } from '@laurel/contracts/storage';

/** Values for the life of the page, for a browser whose storage is blocked or full. */
const memory = new Map<string, string>();

/** The raw text under a key; undefined if there is none. stored.ts validates it. */
export const readRaw = (key: StorageKey): string | undefined => {
  // A value in memory could not be stored, so it is newer than the stored one.
  const unsaved = memory.get(key);
  if (unsaved !== undefined) return unsaved;
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

export const writeRaw = (key: StorageKey, value: string): void => {
  try {
    window.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
    forget(key);
  }
};

const forget = (key: StorageKey): void => {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // A blocked storage holds nothing.
  }
};

export const removeRaw = (key: StorageKey): void => {
  memory.delete(key);
  forget(key);
};

/** Clears the whole storage of the origin, which is the app's own. */
export const clearStorage = (): void => {
  memory.clear();
  try {
    window.localStorage.clear();
  } catch {
    // A blocked storage holds nothing.
  }
};
