import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_DISK = '/dev/shm';
const BYTES_NEEDED = 2 ** 31;

/**
 * A directory in memory if there is enough space: copying the template takes 25 ms there instead of 200, and writing a file
 * through to the disk nothing instead of milliseconds. fsync is on as in production, because the guards check it.
 */
export const temporaryDir = (bytesNeeded = BYTES_NEEDED): string => {
  if (!existsSync(MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= bytesNeeded ? MEMORY_DISK : tmpdir();
};
