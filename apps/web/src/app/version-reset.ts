import { APP_VERSION } from '@laurel/contracts/limits';
import { clearStorage, stored } from '../lib/storage.ts';

/** Forgets what another version of the app stored: its records may mean something else here (SE-04). */
export const resetOnNewVersion = (): void => {
  if (stored.appVersion.read() === APP_VERSION) return;
  clearStorage();
  stored.appVersion.write(APP_VERSION);
};
