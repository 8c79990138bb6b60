import { APP_VERSION } from '@laurel/contracts/limits';
import type { StorageKey } from '@laurel/contracts/storage';
import { clearStorage, readRaw, writeRaw } from '../lib/storage.ts';

/**
 * The values that a new version keeps. This browser checks the public record with them: otherwise a site could make all
 * browsers forget what they saw, by a new version. Values that the new version can't read are ignored.
 */
const KEPT: readonly StorageKey[] = ['keptVotes', 'keptCheckpoint', 'recordEvidence', 'analytics'];

/** Clears the values that another version of the app stored: their meaning may differ (SE-04). */
export const resetOnNewVersion = (): void => {
  if (readRaw('appVersion') === APP_VERSION) return;
  const kept = KEPT.map((key) => [key, readRaw(key)] as const);
  clearStorage();
  for (const [key, value] of kept) if (value !== undefined) writeRaw(key, value);
  writeRaw('appVersion', APP_VERSION);
};
