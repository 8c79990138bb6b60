import { APP_VERSION } from '@laurel/contracts/limits';
import { clearStorage, readRaw, writeRaw } from '../lib/storage.ts';

/** Clears the values that another version of the app stored: their meaning may differ (SE-04). */
export const resetOnNewVersion = (): void => {
  if (readRaw('appVersion') === APP_VERSION) return;
  clearStorage();
  writeRaw('appVersion', APP_VERSION);
};
