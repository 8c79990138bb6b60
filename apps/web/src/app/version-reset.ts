import { APP_VERSION } from '@laurel/contracts/limits';
import type { StorageKey } from '@laurel/contracts/storage';
import { clearStorage, readRaw, writeRaw } from '../lib/storage.ts';

/**
 * What a new version keeps: with it this browser checks the public record, and a site could otherwise make all browsers forget
 * what they saw. What can't be read any more is ignored.
 */
const KEPT: readonly StorageKey[] = ['keptVotes', 'keptCheckpoint', 'recordEvidence'];

/** Clears the values that another version of the app stored: their meaning may differ (SE-04). */
export const resetOnNewVersion = (): void => {
  if (readRaw('appVersion') === APP_VERSION) return;
  const kept = KEPT.map((key) => [key, readRaw(key)] as const);
  clearStorage();
  for (const [key, value] of kept) if (value !== undefined) writeRaw(key, value);
  writeRaw('appVersion', APP_VERSION);
};
