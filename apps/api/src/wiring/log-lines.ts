import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes each line to a file descriptor synchronously. A line that cannot be written (full disk, closed pipe) is dropped, so
 * that voting continues. pino's own destination throws into the caller.
 */
export const writeLinesTo = (fd: number): DestinationStream => ({
  write: (line) => {
    try {
      for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
    } catch {
      // There is no place left to report it.
    }
  },
});
