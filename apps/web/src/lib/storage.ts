import type { StorageKey } from '@laurel/contracts/storage';

/** What a browser that blocks or has filled its storage keeps for the life of the page. */
const memory = new Map<string, string>();

/** The raw text under a key; undefined where there is none. What it means is checked by stored.ts. */
export const readRaw = (key: StorageKey): string | undefined => {
  // What could not be stored is newer than what is.
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
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
    // A storage that can't be reached holds nothing.
  }
};

export const removeRaw = (key: StorageKey): void => {
  memory.delete(key);
  forget(key);
};

/** Forgets everything, other people's keys on this origin included: the origin is the app's. */
export const clearStorage = (): void => {
  memory.clear();
  try {
    window.localStorage.clear();
  } catch {
    // Nothing is kept where nothing can be kept.
  }
};
