import type { TabStorageKey } from '@laurel/contracts/storage';
import { createTextStore } from './text-store.ts';

const tab = createTextStore<TabStorageKey>(() => window.sessionStorage);

/** A text that is stored for this tab only and survives a reload; undefined if there is none. */
export const readTab = tab.read;

/** Stores a text for this tab; undefined removes it. */
export const writeTab = (key: TabStorageKey, value: string | undefined): void =>
  value === undefined ? tab.remove(key) : tab.write(key, value);
