import { APP_VERSION } from '@laurel/contracts/limits';
import { clearStorage, readRaw, writeRaw } from '../lib/storage.ts';

/** Forgets what another version of the app stored: its records may mean something else here (SE-04). */
export const resetOnNewVersion = (): void => {
  if (readRaw('appVersion') === APP_VERSION) return;
  clearStorage();
  writeRaw('appVersion', APP_VERSION);
};
