import type { StorageKey } from '@laurel/contracts/storage';
import { createTextStore } from './text-store.ts';

/** The raw texts of the origin, which is the app's own. stored.ts validates them. */
export const {
  read: readRaw,
  write: writeRaw,
  remove: removeRaw,
  clear: clearStorage,
} = createTextStore<StorageKey>(() => window.localStorage);
